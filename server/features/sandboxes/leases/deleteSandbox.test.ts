import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'

let app: LeaseApp
beforeAll(async () => {
  app = await startLeaseApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.personId('Priya'))

describe('deleteSandbox', () => {
  it('stops the sandbox immediately, keeps its data for a day, and notifies the other members', async () => {
    const [tomasz, daniel] = [app.personId('Tomasz'), app.personId('Daniel')]
    const id = await app.sandbox({ owners: [app.personId('Priya'), daniel], members: [tomasz] })
    const response = await owner().delete(`/sandboxes/${id}`)
    expect(response).toMatchObject({
      status: 202,
      body: {
        status: 'deleting',
        deletion: { cause: 'owner', removing: false, requestedBy: { id: app.personId('Priya') } },
        deleteAt: expect.any(String),
        can: { undoDeletion: true, delete: expect.any(String) },
      },
    })
    const row = await app.row(id)
    expect(row.delete_at!.getTime() - row.delete_requested_at!.getTime()).toBe(24 * 3_600_000)
    expect(await app.work(id)).toEqual(['freeze'])
    expect(await app.events(id)).toMatchObject([
      { kind: 'deleting', text: expect.stringContaining('1 day'), person_id: app.personId('Priya') },
    ])
    const notifications = await app.notifications(id)
    expect(notifications.map(({ person_id }) => person_id).sort()).toEqual([tomasz, daniel].sort())
    expect(notifications[0]).toMatchObject({ kind: 'sandboxDeleting', title: `Deleting ${row.name}` })
    const deletedRow = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'deleteSandbox')
      .where('outcome', '=', 'allowed')
      .execute()
    expect(deletedRow.at(-1)).toMatchObject({
      subject_id: id,
      before: { status: 'active' },
      after: { status: 'deleting', deleteCause: 'owner' },
    })
  })

  it('deletes a queued sandbox immediately, and cleans up a failed one without a grace period', async () => {
    const queuedId = await app.sandbox({ status: 'queued' })
    expect((await owner().delete(`/sandboxes/${queuedId}`)).body).toMatchObject({ status: 'deleted', deletedAt: expect.any(String) })
    expect(await app.work(queuedId)).toEqual([])
    const failedId = await app.sandbox({ status: 'failed' })
    expect((await owner().delete(`/sandboxes/${failedId}`)).body).toMatchObject({
      status: 'deleting',
      deletion: { removing: true },
      deleteAt: null,
    })
    expect(await app.work(failedId)).toEqual(['cleanUp'])
  })

  it('retries a failed freeze', async () => {
    const id = await app.sandbox()
    await owner().post(`/sandboxes/${id}/freeze`, { reason: 'For the weekend.' })
    await app.db.updateTable('sandbox_actions').set({ status: 'failed', ended_at: app.clock.now }).where('sandbox_id', '=', id).execute()
    await owner().delete(`/sandboxes/${id}`)
    expect(await app.work(id)).toEqual(['freeze', 'freeze'])
  })

  it('withdraws a pending extension', async () => {
    const id = await app.sandbox()
    const { template_id, requester_id, tower_id, name } = await app.row(id)
    const requestId = crypto.randomUUID()
    await app.db
      .insertInto('sandbox_requests')
      .values({
        id: requestId,
        reference: `SBX-${requestId.slice(0, 8)}`,
        kind: 'extension',
        template_id,
        requester_id,
        tower_id,
        sandbox_id: id,
        details: JSON.stringify({ hours: 24, budget: 0 }),
        name,
        justification: 'The trial takes longer.',
        status: 'changes_requested',
      })
      .execute()
    expect((await owner().delete(`/sandboxes/${id}`)).status).toBe(202)
    const request = await app.db.selectFrom('sandbox_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()
    expect(request.status).toBe('cancelled')
  })

  roleSuite(
    'deleteSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${await app.sandbox()}` }),
  )

  it('denies a member and an auditor with 401, as the contract requires', async () => {
    const id = await app.sandbox({ members: [app.personId('Tomasz')] })
    for (const name of ['Tomasz', 'Grace'])
      expect(await app.as(app.personId(name)).delete(`/sandboxes/${id}`)).toMatchObject({ status: 401, body: { code: 'unauthorised' } })
    expect((await app.row(id)).status).toBe('active')
  })

  it('returns 404 for a sandbox of a hidden template', async () => {
    const id = await app.sandbox({ hidden: true })
    expect((await app.as(app.personId('Tomasz')).delete(`/sandboxes/${id}`)).status).toBe(404)
  })

  it('rejects a sandbox being provisioned, a second call and an old version, and returns 404 for an unknown one', async () => {
    const provisioningSandbox = await app.sandbox({ status: 'provisioning' })
    expect((await owner().delete(`/sandboxes/${provisioningSandbox}`)).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/Setup is in progress/),
    })
    const id = await app.sandbox()
    expect((await owner().delete(`/sandboxes/${id}`, undefined, { 'if-match': '"7"' })).status).toBe(412)
    const responses = await Promise.all([owner().delete(`/sandboxes/${id}`), owner().delete(`/sandboxes/${id}`)])
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(await app.work(id)).toEqual(['freeze'])
    expect((await owner().delete(`/sandboxes/${crypto.randomUUID()}`)).status).toBe(404)
  })
})
