import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await makeSandbox(app.db, { name: 'zebra-lab', owners: [id('Priya')] })
  await makeSandbox(app.db, { name: 'apple-lab', owners: [id('Daniel')], members: [id('Priya'), id('Tomasz')] })
  await makeSandbox(app.db, { name: 'secret-lab', owners: [id('Daniel')], hidden: true })
  await makeSandbox(app.db, { name: 'gone-lab', owners: [id('Daniel')], status: 'deleted', deleted_at: new Date() })
})
afterAll(() => app.close())

const names = async (givenName: string) => (await as(givenName).get('/sandboxes')).body.map((each: { name: string }) => each.name)

describe('listSandboxes', () => {
  it('lists existing sandboxes by name with their main fields', async () => {
    const response = await as('Tomasz').get('/sandboxes')
    expect(response.status).toBe(200)
    expect(response.headers.link).toBeUndefined()
    expect(response.body).toMatchObject([
      { name: 'apple-lab', memberCount: 2, mine: 'member', status: 'active', owners: [{ displayName: app.persona('Daniel').displayName }] },
      { name: 'zebra-lab', memberCount: 0, mine: 'none', budget: { percent: 0, currency: 'GBP' }, queue: null },
    ])
    expect(response.body[0]).not.toHaveProperty('subscriptionId')
  })

  roleSuite(
    'listSandboxes',
    () => app,
    () => ({ path: '/sandboxes' }),
  )

  it('shows sandboxes of hidden templates only to members, administrators and auditors', async () => {
    expect(await names('Priya')).toEqual(['apple-lab', 'zebra-lab'])
    for (const givenName of ['Daniel', 'Niamh', 'Grace'])
      expect(await names(givenName), givenName).toEqual(['apple-lab', 'secret-lab', 'zebra-lab'])
  })

  it('rejects an unknown query parameter', async () => {
    expect((await as('Priya').get('/sandboxes?all=true')).status).toBe(400)
  })
})
