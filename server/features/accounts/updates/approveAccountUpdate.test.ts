import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

interface Update {
  id: string
  account: { id: string }
}
const path = (update: Update) => `/accounts/${update.account.id}/updates/${update.id}/approve`

describe('approveAccountUpdate', () => {
  it('starts the run in the transaction of the vote', async () => {
    const update = await updates.ask(updates.loadFree(0))
    const response = await updates.vote('Ravi', update)
    expect(response.body).toMatchObject({ status: 'approved', run: { kind: 'changeServices', status: 'queued' }, waitingFor: null })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'approveAccountUpdate')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', subject_id: update.id, after: { decision: 'approve', status: 'approved' } })
    const notifications = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('person_id', '=', app.persona('Daniel').id)
      .execute()
    expect(notifications).toEqual([{ title: expect.stringContaining(response.body.reference) }])
  })

  it('rejects or requests changes, and requires a reason for both', async () => {
    const rejected = await updates.ask(updates.loadFree(1))
    expect((await updates.vote('Ravi', rejected, 'reject', '')).body.errors).toEqual([{ field: 'comment', message: expect.any(String) }])
    expect((await updates.vote('Ravi', rejected, 'reject')).body).toMatchObject({ status: 'rejected', run: null })
    const returnedUpdate = await updates.ask(updates.loadFree(1))
    expect((await updates.vote('Ravi', returnedUpdate, 'requestChanges')).body.status).toBe('changes_requested')
    expect(await updates.runOf(returnedUpdate.id)).toBeUndefined()
  })

  it('accepts a vote in the inbox, which shows the changes', async () => {
    const update = await updates.ask(updates.loadFree(2))
    const inbox = await app.as(app.persona('Ravi').id).get('/account-approvals/pending-approvals')
    const item = inbox.body.find((each: { subjectId: string }) => each.subjectId === update.id)
    expect(item).toMatchObject({
      subject: { kind: 'accountUpdate', summary: { reference: update.reference, title: update.title, price: update.price } },
    })
    const openedResponse = await app.as(app.persona('Ravi').id).get(`/account-approvals/${item.id}`)
    expect(openedResponse.body.evidence).toMatchObject({
      purpose: update.reason,
      owners: expect.arrayContaining([expect.objectContaining({ displayName: 'Daniel Okoro' })]),
    })
    await app.as(app.persona('Ravi').id).post(`/account-approvals/${item.id}`, { decision: 'approve', stage: 1 })
    expect(await updates.statusOf(update.id)).toBe('approved')
    expect(await updates.runOf(update.id)).toMatchObject({ kind: 'changeServices', status: 'queued' })
  })

  it('lets the request expire if no decision is made in time', async () => {
    const update = await updates.ask(updates.loadFree(3))
    const now = new Date(Date.now() + 15 * 86_400_000)
    await advanceApprovals({ ...app, now: () => now })
    expect(await updates.statusOf(update.id)).toBe('expired')
    expect((await updates.vote('Ravi', update)).body.code).toBe('alreadyDecided')
  })
})

describe('approveAccountUpdate by role', () => {
  let pendingUpdate: Update
  beforeAll(async () => {
    pendingUpdate = await updates.ask(updates.loadFree(4))
  })
  roleSuite(
    'approveAccountUpdate',
    () => app,
    () => ({ path: path(pendingUpdate), body: { decision: 'approve', stage: 1 } }),
  )

  it('denies the requester, other owners, and administrators who aren’t approvers', async () => {
    for (const id of [...updates.loadFree(4).ownerIds, app.persona('Niamh').id])
      expect((await app.as(id).post(path(pendingUpdate), { decision: 'approve', stage: 1 })).status).toBe(403)
    expect(await updates.statusOf(pendingUpdate.id)).toBe('pending_approval')
  })
})

describe('approveAccountUpdate in a different status', () => {
  it('returns 409 if the account was decommissioned in the meantime, but allows a rejection', async () => {
    const update = await updates.ask(updates.loadFree(5))
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', update.account.id).execute()
    const response = await updates.vote('Ravi', update)
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(await updates.statusOf(update.id)).toBe('pending_approval')
    expect((await updates.vote('Ravi', update, 'reject')).status).toBe(200)
  })

  it('rejects a closed stage, an unknown update, and 49 of 50 parallel votes', async () => {
    const update = await updates.ask(updates.loadFree(6))
    const ravi = app.as(app.persona('Ravi').id)
    expect((await ravi.post(path(update), { decision: 'approve', stage: 2 })).body.code).toBe('alreadyDecided')
    expect(
      (await ravi.post(path({ ...update, id: '00000000-0000-4000-8000-000000000000' }), { decision: 'approve', stage: 1 })).status,
    ).toBe(404)
    const responses = await Promise.all(Array.from({ length: 50 }, () => ravi.post(path(update), { decision: 'approve', stage: 1 })))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(49)
  })
})
