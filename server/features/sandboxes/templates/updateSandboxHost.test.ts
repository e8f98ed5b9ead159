import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, sandboxOf, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
let id: string
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = await addTemplateWithCapacity(app, 2)
  kind = await template(app, { approval: { mode: 'automatic' } })
})
afterAll(() => app.close())

const updateHost = (body: object, headers?: Record<string, string>, host = id) =>
  app.as(app.persona('Niamh').id).patch(`/sandbox-hosts/${host}`, body, headers)
const statusOf = async (request: { id: string }) => (await sandboxOf(app, request.id))!.status

describe('updateSandboxHost', () => {
  it('allocates added capacity to the queue, but not while the host is closed', async () => {
    const pendingRequests = [await createPending(app, kind), await createPending(app, kind), await createPending(app, kind)]
    expect(await statusOf(pendingRequests[2])).toBe('queued')
    expect((await updateHost({ capacity: 3 })).body).toMatchObject({ capacity: 3, used: 3 })
    expect(await statusOf(pendingRequests[2])).toBe('provisioning')
    const closedResponse = await updateHost({ status: 'closed', note: 'Its network is rebuilt.' })
    expect(closedResponse.body).toMatchObject({ status: 'closed', used: 3, can: { close: expect.any(String), open: true } })
    await updateHost({ capacity: 4 })
    const fourth = await createPending(app, kind)
    expect(await statusOf(fourth)).toBe('queued')
    expect((await updateHost({ status: 'available' })).body).toMatchObject({ status: 'available', used: 4 })
    expect(await statusOf(fourth)).toBe('provisioning')
  })

  it('requires a reason to end a quarantine, and records it', async () => {
    await app.db.updateTable('sandbox_hosts').set({ status: 'quarantined', note: '' }).where('id', '=', id).execute()
    expect((await updateHost({ status: 'available' })).body.errors).toMatchObject([{ field: 'note' }])
    expect((await updateHost({ status: 'available', note: 'The gateway is gone.' })).body.status).toBe('available')
    const events = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('subject_id', '=', id)
      .where('outcome', '=', 'allowed')
      .orderBy('id')
      .execute()
    expect(events.at(-1)!.after).toMatchObject({ status: 'available', note: 'The gateway is gone.' })
  })

  roleSuite(
    'updateSandboxHost',
    () => app,
    () => ({ path: `/sandbox-hosts/${id}`, body: { note: 'Mine now.' } }),
  )

  it('rejects capacity below current use, invalid statuses, an old version and an unknown host', async () => {
    expect((await updateHost({ capacity: 1 })).body.code).toBe('conflict')
    expect((await updateHost({ status: 'available' })).body.code).toBe('wrongState')
    expect((await updateHost({ status: 'quarantined' })).status).toBe(400)
    expect((await updateHost({ note: 'x' }, { 'if-match': '"99"' })).status).toBe(412)
    expect((await updateHost({ note: 'x' }, {}, crypto.randomUUID())).status).toBe(404)
  })

  it('rejects more than one sandbox per pool host', async () => {
    const host = crypto.randomUUID()
    const subscription_id = crypto.randomUUID()
    await app.db
      .insertInto('sandbox_hosts')
      .values({ id: host, subscription_id, name: 'sub-pool', kind: 'pool', capacity: 1, cooldown_until: null })
      .execute()
    expect((await updateHost({ capacity: 2 }, {}, host)).body.errors[0].field).toBe('capacity')
  })

  it('accepts only one of two concurrent status changes', async () => {
    const responses = await Promise.all([updateHost({ status: 'closed' }), updateHost({ status: 'closed' })])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
