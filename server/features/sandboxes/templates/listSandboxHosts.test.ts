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

const list = (givenName: string) => app.as(app.persona(givenName).id).get('/sandbox-hosts')

describe('listSandboxHosts', () => {
  it('lists each host’s use and sandboxes, read-only for auditors', async () => {
    const id = await addTemplateWithCapacity(app, 5)
    const request = await createPending(app, await template(app, { approval: { mode: 'automatic' } }))
    const host = (await list('Niamh')).body.find((each: { id: string }) => each.id === id)
    expect(host).toMatchObject({
      kind: 'shared',
      capacity: 5,
      used: 1,
      status: 'available',
      sandboxes: [{ name: request.name, status: 'provisioning', owner: { id: app.persona('Priya').id } }],
      can: { update: true, close: true, open: expect.any(String) },
    })
    const listedHost = (await list('Grace')).body.find((each: { id: string }) => each.id === id)
    expect(Object.values(listedHost.can)).not.toContain(true)
    const end = new Date(Date.now() + 3_600_000)
    const lease = { status: 'active' as const, lease_start: new Date(), lease_end: end }
    await app.db.updateTable('sandboxes').set(lease).where('host_id', '=', id).execute()
    const ending = (await list('Niamh')).body.find((each: { id: string }) => each.id === id)
    const { body: sandbox } = await app.as(app.persona('Niamh').id).get(`/sandboxes/${ending.sandboxes[0].id}`)
    expect([ending.sandboxes[0].status, sandbox.status, sandbox.deleteAt]).toEqual(['expiring', 'expiring', null])
  })

  it('reports that more exist than it returns, even for a filter', async () => {
    expect((await list('Niamh')).headers['x-more']).toBeUndefined()
    await sql`insert into sandbox_hosts (id, subscription_id, name, kind, capacity)
      select gen_random_uuid(), gen_random_uuid(), 'host ' || n, 'pool', 1 from generate_series(1, 500) n`.execute(app.db)
    const partialResponse = await list('Niamh')
    expect([partialResponse.body.length, partialResponse.headers['x-more']]).toEqual([500, 'true'])
    expect((await app.as(app.persona('Niamh').id).get('/sandbox-hosts?filter=name==none')).headers['x-more']).toBe('true')
  })

  roleSuite(
    'listSandboxHosts',
    () => app,
    () => ({ path: '/sandbox-hosts' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/sandbox-hosts?kind=pool')).status).toBe(400)
  })
})
