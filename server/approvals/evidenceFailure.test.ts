import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { accountRequestSubject } from '../features/accounts/requests/subject.ts'
import { advanceApprovals } from './advanceApprovals.ts'

let app: TestApp
let number = 0
const subject: { evidence: typeof accountRequestSubject.evidence } = accountRequestSubject
const { evidence } = subject
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterEach(() => {
  subject.evidence = evidence
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const failFor = (...requestIds: string[]) => {
  subject.evidence = async (context, requestId) => {
    if (requestIds.length === 0 || requestIds.includes(requestId)) throw new TypeError('undefined is not a function')
    return evidence(context, requestId)
  }
}
async function requestAccount(minimum = 1) {
  const rule = { kind: 'anyOf' as const, personIds: [id('Ravi'), id('Margaret')] }
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'One', rule, minimum }] })
  const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: `failing-${++number}` }))
  await restorePolicy()
  return { requestId: body.id as string, approvalId: body.approvals[0].id as string }
}
const vote = (approvalId: string, decision = 'approve', givenName = 'Ravi') =>
  as(givenName).post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment: 'As agreed.' })
async function stateOf({ requestId, approvalId }: { requestId: string; approvalId: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select a.status, a.version, r.status as request, r.version as request_version,
      (select count(*)::int from approval_decisions d where d.approval_id = a.id) as votes,
      (select count(*)::int from approvals n where n.subject_id = r.id) as rounds,
      (select count(*)::int from approval_evidence e where e.approval_id = a.id) as records,
      (select count(*)::int from accounts c where c.request_id = r.id) as accounts
    from approvals a join account_requests r on r.id = a.subject_id where a.id = ${approvalId} and r.id = ${requestId}`.execute(app.db)
  return rows[0]
}
const failedEvents = (approvalId: string) =>
  app.db.selectFrom('audit_events').select('outcome').where('subject_id', '=', approvalId).where('outcome', '=', 'failed').execute()

describe('evidence that can’t be recorded', () => {
  it.each(['approve', 'reject', 'requestChanges'])('lets nothing of the decision happen, and names the error: %s', async (decision) => {
    const request = await requestAccount()
    const before = await stateOf(request)
    failFor()
    const { status, body } = await vote(request.approvalId, decision)
    expect([status, body.code]).toEqual([500, 'evidenceFailed'])
    expect(await stateOf(request)).toEqual(before)
    expect(await failedEvents(request.approvalId)).toHaveLength(1)
    subject.evidence = evidence
    expect((await vote(request.approvalId, decision)).status).toBe(200)
    expect(await stateOf(request)).toMatchObject({ votes: 1, records: 1 })
  })

  it('fails one item of a bulk decision, and counts the others', async () => {
    const requests = [await requestAccount(), await requestAccount(), await requestAccount()]
    const before = await stateOf(requests[1]!)
    failFor(requests[1]!.requestId)
    const items = requests.map(({ approvalId }) => ({ id: approvalId, stage: 1, version: 1 }))
    const { body } = await as('Ravi').post('/account-approvals/together', { items, decision: 'approve' })
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['counted', 'failed', 'counted'])
    expect(await stateOf(requests[1]!)).toEqual(before)
  })

  it('lets nothing of an edit happen', async () => {
    const request = await requestAccount()
    const before = await stateOf(request)
    failFor()
    const { body } = await as('Priya').patch(`/account-requests/${request.requestId}`, newRequest(app, { name: `failing-${++number}` }))
    expect(body.code).toBe('evidenceFailed')
    expect(await stateOf(request)).toEqual(before)
  })

  it('keeps only its own request pending when votes count again', async () => {
    const requests = [await requestAccount(2), await requestAccount(2)]
    const setActive = (active: boolean) => app.db.updateTable('people').set({ active }).where('id', '=', id('Ravi')).execute()
    for (const { approvalId } of requests) await vote(approvalId)
    await setActive(false)
    for (const { approvalId } of requests) await vote(approvalId, 'approve', 'Margaret')
    await setActive(true)
    const expiring = await requestAccount()
    await app.db
      .updateTable('approvals')
      .set({ due_at: new Date(0) })
      .where('id', '=', expiring.approvalId)
      .execute()
    failFor(requests[0]!.requestId)
    await expect(advanceApprovals(app.context)).rejects.toMatchObject({ errors: [expect.objectContaining({ code: 'evidenceFailed' })] })
    expect(await stateOf(requests[0]!)).toMatchObject({ status: 'pending', records: 0, accounts: 0 })
    expect(await stateOf(requests[1]!)).toMatchObject({ status: 'approved', records: 1, accounts: 1 })
    expect(await stateOf(expiring)).toMatchObject({ status: 'expired' })
    subject.evidence = evidence
    await advanceApprovals(app.context)
    expect(await stateOf(requests[0]!)).toMatchObject({ status: 'approved', records: 1 })
  })

  it('is recorded without characters that the database can’t store', async () => {
    const request = await requestAccount()
    subject.evidence = async (context, requestId) => ({ ...(await evidence(context, requestId)), purpose: 'A\u0000B \ud800C' })
    expect((await vote(request.approvalId)).status).toBe(200)
    const { body } = await as('Grace').get(`/account-approvals/${request.approvalId}`)
    expect(body.evidence.purpose).toBe('AB \ufffdC')
  })
})
