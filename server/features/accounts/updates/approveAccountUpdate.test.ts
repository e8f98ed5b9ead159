import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let the: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  the = services(app)
})
afterAll(() => app.close())

interface Update {
  id: string
  account: { id: string }
}
const path = (update: Update) => `/accounts/${update.account.id}/updates/${update.id}/approve`

describe('approveAccountUpdate', () => {
  it('starts the run in the transaction of the vote', async () => {
    const update = await the.ask(the.free(0))
    const answer = await the.vote('Ravi', update)
    expect(answer.body).toMatchObject({ status: 'approved', work: { kind: 'changeServices', status: 'queued' }, waitingFor: null })
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
    expect(notifications).toEqual([{ title: `${answer.body.reference} was approved and is in progress` }])
  })

  it('rejects or requests changes, and requires a reason for both', async () => {
    const rejected = await the.ask(the.free(1))
    expect((await the.vote('Ravi', rejected, 'reject', '')).body.errors).toEqual([{ field: 'comment', message: expect.any(String) }])
    expect((await the.vote('Ravi', rejected, 'reject')).body).toMatchObject({ status: 'rejected', work: null })
    const returned = await the.ask(the.free(1))
    expect((await the.vote('Ravi', returned, 'requestChanges')).body.status).toBe('changes_requested')
    expect(await the.runOf(returned.id)).toBeUndefined()
  })

  it('works from the inbox as well, which shows what changes', async () => {
    const update = await the.ask(the.free(2))
    const inbox = await app.as(app.persona('Ravi').id).get('/account-approvals/pending-approvals')
    const item = inbox.body.find((each: { subjectId: string }) => each.subjectId === update.id)
    expect(item).toMatchObject({
      subject: { kind: 'accountUpdate', summary: { reference: update.reference, title: update.title, price: update.price } },
    })
    const opened = await app.as(app.persona('Ravi').id).get(`/account-approvals/${item.id}`)
    expect(opened.body.evidence).toMatchObject({
      purpose: update.reason,
      owners: expect.arrayContaining([expect.objectContaining({ displayName: 'Daniel Okoro' })]),
    })
    await app.as(app.persona('Ravi').id).post(`/account-approvals/${item.id}`, { decision: 'approve', stage: 1 })
    expect(await the.statusOf(update.id)).toBe('approved')
    expect(await the.runOf(update.id)).toMatchObject({ kind: 'changeServices', status: 'queued' })
  })

  it('expires without a decision in time', async () => {
    const update = await the.ask(the.free(3))
    const now = new Date(Date.now() + 15 * 86_400_000)
    await advanceApprovals({ ...app, now: () => now })
    expect(await the.statusOf(update.id)).toBe('expired')
    expect((await the.vote('Ravi', update)).body.code).toBe('alreadyDecided')
  })
})

describe('approveAccountUpdate by role', () => {
  let waiting: Update
  beforeAll(async () => {
    waiting = await the.ask(the.free(4))
  })
  roleSuite(
    'approveAccountUpdate',
    () => app,
    () => ({ path: path(waiting), body: { decision: 'approve', stage: 1 } }),
  )

  it('denies the requester, other owners, and administrators who are no approvers', async () => {
    for (const id of [...the.free(4).ownerIds, app.persona('Niamh').id])
      expect((await app.as(id).post(path(waiting), { decision: 'approve', stage: 1 })).status).toBe(403)
    expect(await the.statusOf(waiting.id)).toBe('pending_approval')
  })
})

describe('approveAccountUpdate in another status', () => {
  it('returns 409 when the account is out of use meanwhile, but allows a rejection', async () => {
    const update = await the.ask(the.free(5))
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', update.account.id).execute()
    const answer = await the.vote('Ravi', update)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(await the.statusOf(update.id)).toBe('pending_approval')
    expect((await the.vote('Ravi', update, 'reject')).status).toBe(200)
  })

  it('rejects a closed stage, an unknown update, and 49 of 50 parallel votes', async () => {
    const update = await the.ask(the.free(6))
    const ravi = app.as(app.persona('Ravi').id)
    expect((await ravi.post(path(update), { decision: 'approve', stage: 2 })).body.code).toBe('alreadyDecided')
    expect(
      (await ravi.post(path({ ...update, id: '00000000-0000-4000-8000-000000000000' }), { decision: 'approve', stage: 1 })).status,
    ).toBe(404)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ravi.post(path(update), { decision: 'approve', stage: 1 })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
  })
})
