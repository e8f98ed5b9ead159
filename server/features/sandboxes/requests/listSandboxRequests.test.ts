import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ask, capacityFor, pending, review, template, wish } from './sandboxRequests.fixture.ts'

let app: TestApp
let mine: string
let ewas: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  await capacityFor(app, 900)
  const kind = await template(app)
  mine = (await pending(app, kind)).id
  ewas = (await ask(app, wish(app, kind, { ownerIds: [app.persona('Ewa').id] }), 'Ewa')).body.id
})
afterAll(() => app.close())

const list = (who: string, query = '') => app.as(app.persona(who).id).get(`/sandbox-requests${query}`)
const ids = async (who: string, query = '?size=200') =>
  (await list(who, query)).body.items.map((item: { id: string }) => item.id) as string[]

describe('listSandboxRequests', () => {
  it('lists their own for requesters, theirs to decide for approvers, and all for administrators and auditors', async () => {
    expect(await ids('Priya')).toContain(mine)
    expect(await ids('Priya')).not.toContain(ewas)
    expect(await ids('Ravi')).toContain(mine)
    expect(await ids('Ravi')).not.toContain(ewas)
    for (const person of ['Niamh', 'Grace']) expect(await ids(person)).toEqual(expect.arrayContaining([mine, ewas]))
  })

  it('keeps decided requests for their approvers and owners', async () => {
    const kind = await template(app)
    const { id } = await pending(app, kind, { ownerIds: [app.persona('Daniel').id] })
    expect(await ids('Daniel')).not.toContain(id)
    await review(app, 'Ravi', id)
    expect(await ids('Ravi')).toContain(id)
    expect(await ids('Daniel')).toContain(id)
  })

  it('filters, searches by reference and pages', async () => {
    const { body } = await list('Niamh', `?search=${(await list('Priya', '?size=1')).body.items[0].reference}&size=1`)
    expect(body).toMatchObject({ page: 1, size: 1, total: 1 })
    const waiting = (await list('Niamh', '?filter=status==pending_approval;kind==new')).body.items
    expect(new Set(waiting.map((item: { status: string }) => item.status))).toEqual(new Set(['pending_approval']))
  })

  roleSuite(
    'listSandboxRequests',
    () => app,
    () => ({ path: '/sandbox-requests' }),
  )

  it('rejects unknown fields', async () => {
    expect((await list('Priya', '?filter=details==x')).body.code).toBe('invalidFilter')
  })

  it('finds nothing for hostile searches, quickly', async () => {
    for (const search of ['%25_%25_%25', 'a'.repeat(200)]) expect((await list('Priya', `?search=${search}`)).body.items).toEqual([])
  })
})
