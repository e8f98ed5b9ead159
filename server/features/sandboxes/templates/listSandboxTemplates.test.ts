import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface ListedTemplate {
  id: string
  name: string
  capacity: { nextFreeAt: string | null }
  live: number
  can: { request: true | string }
}
const list = async (givenName: string): Promise<ListedTemplate[]> =>
  (await app.as(app.persona(givenName).id).get('/sandbox-templates')).body
const item = async (givenName: string, id: string) => (await list(givenName)).find((each) => each.id === id)

describe('listSandboxTemplates', () => {
  it('lists templates by name, with capacity and existing sandboxes', async () => {
    await addTemplateWithCapacity(app, 2)
    const id = await template(app, { approval: { mode: 'automatic' } })
    const capacityBefore = (await item('Priya', id))!.capacity
    expect(capacityBefore).toMatchObject({ total: 2, free: 2, nextFreeAt: null })
    for (let n = 0; n < 3; n++) await createPending(app, id)
    expect(await item('Priya', id)).toMatchObject({ live: 3, capacity: { total: 2, free: 0, queued: 1 } })
    const names = (await list('Priya')).map(({ name }) => name.toLowerCase())
    expect(names).toEqual([...names].sort())
  })

  it('returns the time at which a new request would have capacity, after the queue', async () => {
    const host = await addTemplateWithCapacity(app, 1)
    const id = await template(app, { approval: { mode: 'automatic' } })
    await createPending(app, id)
    const end = new Date(Date.now() + 3_600_000)
    await app.db
      .updateTable('sandboxes')
      .set({ status: 'active', lease_start: new Date(), lease_end: end })
      .where('host_id', '=', host)
      .execute()
    const readyAt = async () => Date.parse((await item('Priya', id))!.capacity.nextFreeAt!)
    const first = await readyAt()
    expect(first).toBeGreaterThan(end.getTime() + 24 * 3_600_000)
    await createPending(app, id)
    const { lease_hours } = await app.db
      .selectFrom('sandboxes')
      .select('lease_hours')
      .where('status', '=', 'queued')
      .orderBy('queue_number', 'desc')
      .executeTakeFirstOrThrow()
    expect(await readyAt()).toBeGreaterThan(first + lease_hours * 3_600_000)
  })

  it('reports that more exist than it returns, even for a filter', async () => {
    const get = (query = '') => app.as(app.persona('Priya').id).get(`/sandbox-templates${query}`)
    expect((await get()).headers['x-more']).toBeUndefined()
    const id = await template(app)
    await app.db.transaction().execute(async (tx) => {
      await sql`create temporary table copies on commit drop as select t.* from sandbox_templates t, generate_series(1, 200) where t.id = ${id}`.execute(
        tx,
      )
      await sql`update copies set id = gen_random_uuid(), name = 'Z ' || gen_random_uuid()`.execute(tx)
      await sql`insert into sandbox_templates select * from copies`.execute(tx)
    })
    const partialResponse = await get()
    expect([partialResponse.body.length, partialResponse.headers['x-more']]).toEqual([200, 'true'])
    expect((await get('?filter=name==none')).headers['x-more']).toBe('true')
    await sql`delete from sandbox_templates where name like 'Z %'`.execute(app.db)
  })

  it('marks disabled templates, and omits hidden ones and templates for other groups', async () => {
    const disabledTemplate = await template(app, { enabled: false })
    expect((await item('Priya', disabledTemplate))!.can.request).toEqual(expect.any(String))
    const hiddenTemplate = await template(app, { visibility: 'hidden' })
    const board = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const boardTemplate = await template(app, { visibility: 'groups', visibleTo: [board.id] })
    for (const id of [hiddenTemplate, boardTemplate]) expect(await item('Priya', id)).toBeUndefined()
    expect(await item('Samuel', boardTemplate)).toBeDefined()
    for (const person of ['Niamh', 'Grace']) for (const id of [hiddenTemplate, boardTemplate]) expect(await item(person, id)).toBeDefined()
  })

  roleSuite(
    'listSandboxTemplates',
    () => app,
    () => ({ path: '/sandbox-templates' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Priya').id).get('/sandbox-templates?visibility=hidden')).status).toBe(400)
  })
})
