import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const ends = (hours: number) => ({ lease_start: new Date(Date.now() - 3_600_000), lease_end: new Date(Date.now() + hours * 3_600_000) })
  await makeSandbox(app.db, { name: 'later-lab', owners: [id('Priya')], ...ends(200) })
  await makeSandbox(app.db, { name: 'sooner-lab', owners: [id('Daniel')], members: [id('Priya')], ...ends(20), hidden: true })
  await makeSandbox(app.db, { name: 'in-line', owners: [id('Daniel'), id('Priya')], status: 'queued' })
  await makeSandbox(app.db, { name: 'not-mine', owners: [id('Daniel')] })
  await makeSandbox(app.db, { name: 'gone-lab', owners: [id('Priya')], status: 'deleted', deleted_at: new Date() })
})
afterAll(() => app.close())

describe('listMySandboxes', () => {
  it('lists sandboxes that the caller owns or is a member of, sorted by end date', async () => {
    const { body } = await as('Priya').get('/sandboxes/mySandboxes')
    expect(body.map((each: { name: string; mine: string }) => [each.name, each.mine])).toEqual([
      ['sooner-lab', 'member'],
      ['later-lab', 'owner'],
      ['in-line', 'owner'],
    ])
  })

  it('reports that more exist than it returns, even for a search', async () => {
    const get = (query = '') => as('Grace').get(`/sandboxes/mySandboxes${query}`)
    const createSandbox = (n: number) => makeSandbox(app.db, { name: `lab-${n}`, owners: [id('Grace')] })
    for (let n = 0; n < 200; n++) await createSandbox(n)
    const fullResponse = await get()
    expect([fullResponse.body.length, fullResponse.headers['x-more']]).toEqual([200, undefined])
    await createSandbox(200)
    const partialResponse = await get()
    expect([partialResponse.body.length, partialResponse.headers['x-more']]).toEqual([200, 'true'])
    expect((await get('?filter=name==none')).headers['x-more']).toBe('true')
  })

  it('is empty for people without sandboxes, and omits former sandboxes', async () => {
    expect((await as('Tomasz').get('/sandboxes/mySandboxes')).body).toEqual([])
    await app.db.updateTable('group_assignments').set({ status: 'revoking' }).where('person_id', '=', id('Priya')).execute()
    const { body } = await as('Priya').get('/sandboxes/mySandboxes')
    expect(body.map((each: { name: string }) => each.name)).toEqual(['later-lab', 'in-line'])
  })

  roleSuite(
    'listMySandboxes',
    () => app,
    () => ({ path: '/sandboxes/mySandboxes' }),
  )

  it('rejects an unknown query parameter', async () => {
    expect((await as('Priya').get('/sandboxes/mySandboxes?of=Daniel')).status).toBe(400)
  })
})
