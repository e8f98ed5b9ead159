import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { systemActionsOf } from '../../test/systemActionsOf.ts'
import { advanceApprovals } from './advanceApprovals.ts'
import type { PolicyRules } from './rules.ts'

const start = new Date('2026-11-23T09:00:00.000Z')
let now = start
let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
})
afterAll(() => app.close())
beforeEach(() => {
  now = start
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string, roles?: string[]) => app.as(id(givenName), roles)
const person = (givenName: string) => ({ kind: 'person' as const, personId: id(givenName) })
const advanceTime = (hours: number) => {
  now = new Date(start.getTime() + hours * 3_600_000)
}
const advance = () => advanceApprovals({ ...app, now: () => now })

async function submitRequest(rules: Partial<PolicyRules>, overrides: object = {}) {
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], ...rules })
  const response = await as('Priya').post('/account-requests', newRequest(app, { name: `engine-${++number}`, ...overrides }))
  await restorePolicy()
  const approval = await app.db
    .selectFrom('approvals')
    .selectAll()
    .where('subject_id', '=', response.body.id ?? id('Priya'))
    .executeTakeFirst()
  return { answer: response, requestId: response.body.id as string, approval: approval!, approvalId: approval?.id ?? '' }
}
const vote = (givenName: string, approvalId: string, stage = 1, roles?: string[], decision = 'approve') =>
  as(givenName, roles).post(`/account-approvals/${approvalId}`, { decision, stage, comment: 'As agreed.' })
const votes = (approvalId: string) =>
  app.db.selectFrom('approval_decisions').select(['approver_id', 'on_behalf_of']).where('approval_id', '=', approvalId).execute()
const notifications = async (kind: string, subjectId: string) =>
  (await app.db.selectFrom('notifications').select('person_id').where('kind', '=', kind).where('subject_id', '=', subjectId).execute())
    .map(({ person_id }) => person_id)
    .sort()
const setAbsence = async (givenName: string, delegate: string, endsAt: Date | null = null) => {
  const delegation = uuidv7()
  await app.db
    .insertInto('delegations')
    .values({
      id: delegation,
      person_id: id(givenName),
      delegate_id: id(delegate),
      starts_at: start,
      ends_at: endsAt,
      status: 'live',
      created_by: id(givenName),
    })
    .execute()
  return () => app.db.updateTable('delegations').set({ status: 'ended' }).where('id', '=', delegation).execute()
}

describe('automatic decisions', () => {
  it('approves a request by a rule, starts its run, and records the reason', async () => {
    const reason = 'Development accounts of this size need no approval.'
    const {
      answer: response,
      requestId,
      approval,
    } = await submitRequest({
      approve: [{ when: 'target.environment == "development" && request.budget <= 500.0', reason }],
    })
    expect(response.body).toMatchObject({ status: 'approved', approvals: [{ status: 'approved', stages: [], automatic: reason }] })
    expect(approval).toMatchObject({ stage: 0, automatic: reason, closed_at: start })
    expect(approval.facts).toMatchObject({
      request: { budget: 500, workload: 'DevTest', roles: ['Contributor', 'Owner'], privileged: true },
      target: { environment: 'development', family: 'Checkout' },
      requester: { owner: false },
      risk: { score: expect.any(Number) },
    })
    const runs = await app.db.selectFrom('work_runs').select('kind').where('subject_id', '=', requestId).execute()
    expect(runs).toEqual([{ kind: 'buildAccount' }])
    expect(await notifications('request.approved', requestId)).toEqual([id('Priya')])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'actor_name', 'reason', 'after', 'request_id'])
      .where('subject_id', '=', requestId)
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { operation: 'approvedByPolicy', actor_name: 'Slipway', reason, after: { policy: { name: 'New accounts' } } },
      { operation: 'createAccountRequest', actor_name: 'Priya Raman', after: { outcome: 'approved', decisionReason: reason } },
    ])
    expect(events[0]!.request_id).toBe(events[1]!.request_id)
  })

  it('rejects a request by a rule even if another rule approves it, and doesn’t start a run', async () => {
    const reason = 'Not before the summer freeze is over.'
    const rule = { when: 'target.environment == "development"', reason }
    const { answer: response, requestId } = await submitRequest({ reject: [rule], approve: [rule] })
    expect(response.body).toMatchObject({ status: 'rejected', accountId: null, approvals: [{ status: 'rejected', automatic: reason }] })
    expect(await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', requestId).execute()).toEqual([])
    const sentMessages = await app.db.selectFrom('notifications').select('body').where('subject_id', '=', requestId).execute()
    expect(sentMessages).toEqual([{ body: `${response.body.name}: rejected automatically by the policy. ${reason}` }])
  })

  it('returns 409 and writes nothing when no stage and no rule applies', async () => {
    const { answer: response } = await submitRequest({
      stages: [{ name: 'Other', rule: person('Ravi'), minimum: 1, when: 'request.budget > 9000.0' }],
    })
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(await app.db.selectFrom('account_requests').select('id').where('name', '=', `engine-${number}`).execute()).toEqual([])
  })

  it('returns 409 when a condition can’t be evaluated', async () => {
    const { answer: response } = await submitRequest({ approve: [{ when: 'request.items[7] == "x"', reason: 'Never reached.' }] })
    expect(response.status).toBe(409)
    expect(response.body.message).toMatch(/^A condition of the policy “New accounts” can’t be evaluated/)
  })

  it('previews the outcome and the reason why each stage applies', async () => {
    const details = newRequest(app, { name: 'engine-preview' })
    const restorePolicy = await putPolicy(app, 'accountRequest', {
      approve: [{ when: 'request.budget < 100.0', reason: 'Small change.' }],
      stages: [{ name: 'Ravi', rule: person('Ravi'), minimum: 1, when: 'request.budget >= 100.0' }],
    })
    const smallResponse = await as('Priya').post('/account-requests/check', {
      details: { ...details, budget: { ...details.budget, amount: 5_000 } },
    })
    const large = await as('Priya').post('/account-requests/check', { details })
    await restorePolicy()
    expect(smallResponse.body.preview).toEqual({ stages: [], automatic: { outcome: 'approved', reason: 'Small change.' } })
    expect(large.body.preview.stages).toMatchObject([
      { name: 'Ravi', condition: 'the budget is at least £100', people: [{ id: id('Ravi') }] },
    ])
  })
})

describe('the deadlines of a stage', () => {
  const stage = () => ({
    name: 'Ravi',
    rule: person('Ravi'),
    minimum: 1,
    remindAfterHours: 4,
    escalateAfterHours: 8,
    alternates: person('Margaret'),
    hoursToDecide: 24,
  })

  it('sends one reminder, then lets the alternates decide and notifies them', async () => {
    const { approvalId, requestId } = await submitRequest({ stages: [stage()] })
    advanceTime(3)
    await advance()
    expect(await notifications('decisionReminder', approvalId)).toEqual([])
    expect((await vote('Margaret', approvalId)).status).toBe(403)
    advanceTime(5)
    await advance()
    await advance()
    expect(await notifications('decisionReminder', approvalId)).toEqual([id('Ravi')])
    advanceTime(9)
    await advance()
    expect(await notifications('decisionNeeded', approvalId)).toEqual([id('Ravi'), id('Margaret')].sort())
    expect(await notifications('decisionEscalated', approvalId)).toEqual([id('Priya')])
    const view = (await as('Margaret').get(`/account-approvals/${approvalId}`)).body.stages[0]
    expect(view).toMatchObject({ escalatedAt: now.toISOString(), dueAt: '2026-11-24T09:00:00.000Z' })
    expect(view.approvers.find((each: { id: string }) => each.id === id('Margaret'))).toMatchObject({ alternate: true })
    expect((await vote('Margaret', approvalId)).body.status).toBe('approved')
    expect(await systemActionsOf(app, requestId)).toEqual([['approvalEscalated', 'clock']])
  })

  it('expires a request without a decision, and never approves it', async () => {
    const { requestId, approvalId } = await submitRequest({ stages: [stage()] })
    advanceTime(25)
    await advance()
    const request = await app.db
      .selectFrom('account_requests')
      .select(['status', 'account_id'])
      .where('id', '=', requestId)
      .executeTakeFirst()
    expect(request).toEqual({ status: 'expired', account_id: null })
    expect((await vote('Ravi', approvalId)).body.code).toBe('alreadyDecided')
    expect((await systemActionsOf(app, requestId)).at(-1)).toEqual(['approvalExpired', 'clock'])
  })

  it('restarts the deadline when the next stage opens', async () => {
    const { approvalId } = await submitRequest({ stages: [stage(), { ...stage(), name: 'Daniel', rule: person('Daniel') }] })
    advanceTime(20)
    expect((await vote('Ravi', approvalId)).body.stage).toBe(2)
    const row = await app.db.selectFrom('approvals').select('due_at').where('id', '=', approvalId).executeTakeFirstOrThrow()
    expect(row.due_at).toEqual(new Date('2026-11-25T05:00:00.000Z'))
    advanceTime(25)
    await advance()
    expect((await vote('Daniel', approvalId, 2)).body.status).toBe('approved')
  })
})

describe('a seat', () => {
  it('counts once, for its holder or their delegate', async () => {
    const end = await setAbsence('Ravi', 'Samuel')
    const { approvalId } = await submitRequest({
      stages: [{ name: 'Two', rule: { kind: 'anyOf', of: [person('Ravi'), person('Margaret')] }, minimum: 2 }],
    })
    expect((await vote('Samuel', approvalId)).body.status).toBe('pending')
    const holder = await vote('Ravi', approvalId)
    expect([holder.status, holder.body.code]).toEqual([409, 'alreadyDecided'])
    expect(await votes(approvalId)).toEqual([{ approver_id: id('Samuel'), on_behalf_of: id('Ravi') }])
    const raw = app.db
      .insertInto('approval_decisions')
      .values({
        id: uuidv7(),
        approval_id: approvalId,
        stage: 1,
        approver_id: id('Ravi'),
        requester_id: id('Priya'),
        decision: 'approve',
      })
      .execute()
    await expect(raw).rejects.toMatchObject({ code: '23505', constraint: 'approval_decisions_one_seat' })
    expect((await vote('Margaret', approvalId)).body.status).toBe('approved')
    await end()
  })

  it('can’t be used by the delegate after its holder voted', async () => {
    const end = await setAbsence('Ravi', 'Samuel')
    const { approvalId } = await submitRequest({
      stages: [{ name: 'Two', rule: { kind: 'anyOf', of: [person('Ravi'), person('Margaret')] }, minimum: 2 }],
    })
    await vote('Ravi', approvalId)
    const delegate = await vote('Samuel', approvalId)
    expect([delegate.status, delegate.body.code]).toEqual([409, 'alreadyDecided'])
    await end()
    expect((await vote('Samuel', approvalId)).status).toBe(403)
  })

  it('ends when its delegation ends, even before the status changes', async () => {
    const end = await setAbsence('Ravi', 'Samuel', new Date(start.getTime() + 3_600_000))
    const { approvalId } = await submitRequest({ stages: [{ name: 'Ravi', rule: person('Ravi'), minimum: 1 }] })
    advanceTime(2)
    expect((await vote('Samuel', approvalId)).status).toBe(403)
    await end()
  })

  it('requires its role in the current sign-in, regardless of the stored roles', async () => {
    const { approvalId } = await submitRequest({ stages: [{ name: 'Admins', rule: { kind: 'role', role: 'Slipway.Admin' }, minimum: 1 }] })
    const votesBefore = await votes(approvalId)
    expect((await vote('Niamh', approvalId, 1, [])).status).toBe(403)
    expect(await votes(approvalId)).toEqual(votesBefore)
    const end = await setAbsence('Niamh', 'Samuel')
    expect((await vote('Samuel', approvalId)).status).toBe(403)
    await end()
    expect((await vote('Niamh', approvalId)).body.status).toBe('approved')
  })

  it('loses its vote when its holder is disabled', async () => {
    const { approvalId } = await submitRequest({
      stages: [{ name: 'Two', rule: { kind: 'anyOf', of: [person('Ravi'), person('Margaret')] }, minimum: 2 }],
    })
    await vote('Ravi', approvalId)
    const disable = (isActive: boolean) => app.db.updateTable('people').set({ active: isActive }).where('id', '=', id('Ravi')).execute()
    await disable(false)
    expect((await vote('Margaret', approvalId)).body.status).toBe('pending')
    await disable(true)
  })
})
