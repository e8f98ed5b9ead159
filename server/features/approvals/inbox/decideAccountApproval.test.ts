import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { ownRequestMessage } from '../../../approvals/policy.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string, roles?: string[]) => app.as(app.persona(givenName).id, roles)

async function submitRequest(requester = 'Priya', overrides = {}) {
  const response = await as(requester).post('/account-requests', newRequest(app, { name: `checkout-decide-${++number}`, ...overrides }))
  expect(response.status).toBe(201)
  return { requestId: response.body.id as string, approvalId: response.body.approvals[0].id as string }
}
const vote = (givenName: string, approvalId: string, stage: number, decision = 'approve', comment = 'Because of the plan.') =>
  as(givenName).post(`/account-approvals/${approvalId}`, { decision, stage, comment })
const statusOf = async (requestId: string) =>
  (await app.db.selectFrom('account_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()).status
const votesOf = (approvalId: string) => app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).execute()
const events = (subjectId: string) =>
  app.db.selectFrom('audit_events').select(['outcome', 'operation']).where('subject_id', '=', subjectId).execute()

describe('decideAccountApproval', () => {
  let sample: { requestId: string; approvalId: string }
  beforeAll(async () => {
    sample = await submitRequest()
  })

  it('decides stage by stage, and creates the account, owners and run with the last approval', async () => {
    const { requestId, approvalId } = await submitRequest()
    expect((await vote('Ravi', approvalId, 1)).body).toMatchObject({ status: 'pending', stage: 2 })
    expect((await vote('Margaret', approvalId, 2)).body).toMatchObject({ status: 'approved' })
    const request = await app.db.selectFrom('account_requests').selectAll().where('id', '=', requestId).executeTakeFirstOrThrow()
    expect(request.status).toBe('approved')
    const account = await app.db.selectFrom('accounts').selectAll().where('id', '=', request.account_id).executeTakeFirstOrThrow()
    expect(account).toMatchObject({ status: 'provisioning', request_id: requestId })
    expect(await app.db.selectFrom('work_runs').select('status').where('subject_id', '=', requestId).execute()).toEqual([
      { status: 'queued' },
    ])
  })

  it('requires the architecture board, whose members are in the directory, for production', async () => {
    const { approvalId } = await submitRequest('Priya', { environment: 'production', workload: 'Production' })
    await vote('Ravi', approvalId, 1)
    await vote('Margaret', approvalId, 2)
    expect((await vote('Samuel', approvalId, 3)).body.status).toBe('approved')
  })

  it('requires the approvers of a restricted catalogue item', async () => {
    const firewall = app.company.catalogue.find((item) => item.name === 'Azure Firewall')!
    const { approvalId } = await submitRequest('Priya', { catalogueItemIds: [firewall.id] })
    await vote('Ravi', approvalId, 1)
    await vote('Margaret', approvalId, 2)
    expect((await vote('Ewa', approvalId, 3)).body.status).toBe('approved')
  })

  it('rejects or requests changes, and requires a reason for both', async () => {
    const rejected = await submitRequest()
    const raw = sql`insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision, comment)
      values (gen_random_uuid(), ${rejected.approvalId}, 1, ${app.persona('Ravi').id}, ${app.persona('Priya').id}, 'reject', '  no ')`
    await expect(raw.execute(app.db)).rejects.toMatchObject({ constraint: 'only_approvals_need_no_reason' })
    expect((await vote('Ravi', rejected.approvalId, 1, 'reject', '')).body.errors).toEqual([
      { field: 'comment', message: expect.any(String) },
    ])
    expect((await vote('Ravi', rejected.approvalId, 1, 'reject')).status).toBe(200)
    expect(await statusOf(rejected.requestId)).toBe('rejected')
    const returnedRequest = await submitRequest()
    await vote('Ravi', returnedRequest.approvalId, 1, 'requestChanges')
    expect(await statusOf(returnedRequest.requestId)).toBe('changes_requested')
  })

  it('restarts a changed request, without its earlier votes', async () => {
    const { requestId, approvalId } = await submitRequest()
    await vote('Ravi', approvalId, 1)
    const editedResponse = await as('Priya').patch(
      `/account-requests/${requestId}`,
      newRequest(app, { name: `checkout-decide-${number}`, purpose: 'Something else than what was read.' }),
    )
    expect(editedResponse.body.approvals.map((approval: { status: string; stage: number }) => [approval.status, approval.stage])).toEqual([
      ['cancelled', 2],
      ['pending', 1],
    ])
    expect((await vote('Margaret', approvalId, 2)).status).toBe(409)
    expect(await statusOf(requestId)).toBe('pending_approval')
  })

  it('lets the request expire if no decision is made in time', async () => {
    const { requestId, approvalId } = await submitRequest()
    const laterDate = new Date(Date.now() + 15 * 86_400_000)
    await advanceApprovals({ ...app, now: () => laterDate })
    expect(await statusOf(requestId)).toBe('expired')
    expect((await vote('Ravi', approvalId, 1)).status).toBe(409)
  })

  it('reminds the requester of requested changes, and lets the request expire a day later', async () => {
    const [{ requestId, approvalId }, response] = [await submitRequest(), await submitRequest()]
    for (const each of [approvalId, response.approvalId]) await vote('Ravi', each, 1, 'requestChanges')
    const kindsSent = async () =>
      (await app.db.selectFrom('notifications').select(['kind', 'body']).where('subject_id', '=', requestId).orderBy('id').execute()).map(
        ({ kind }) => kind,
      )
    const dayMs = 86_400_000
    const advanceDays = (days: number) => advanceApprovals({ ...app, now: () => new Date(Date.now() + days * dayMs) })
    await as('Priya').patch(`/account-requests/${response.requestId}`, newRequest(app, { name: `checkout-decide-${number}` }))
    await advanceDays(10)
    expect(await kindsSent()).toEqual(['request.changes_requested'])
    // The schedule was late, so it first reminds the requester and withdraws the request a day later.
    await advanceDays(20)
    await advanceDays(20)
    expect(await kindsSent()).toEqual(['request.changes_requested', 'answerNeeded'])
    const { body } = await as('Priya').get(`/account-requests/${requestId}`)
    expect(Date.parse(body.approvals[0].resubmitBy)).toBeGreaterThan(Date.now() + 20.9 * dayMs)
    await advanceDays(21.1)
    await advanceDays(22)
    expect(await kindsSent()).toEqual(['request.changes_requested', 'answerNeeded', 'request.expired'])
    expect(await statusOf(requestId)).toBe('expired')
    const responseAfter = await as('Priya').get(`/account-requests/${requestId}`)
    expect(responseAfter.body.timeline.at(-1)).toMatchObject({ kind: 'expired' })
    const approvals = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('subject_id', '=', response.requestId)
      .orderBy('opened_at')
      .execute()
    expect(approvals.map(({ status }) => status)).toEqual(['changes_requested', 'expired'])
    const systemActions = await app.db
      .selectFrom('audit_events')
      .select('operation')
      .where('subject_id', '=', requestId)
      .where('credential', '=', 'none')
      .execute()
    expect(systemActions).toEqual([{ operation: 'requestUnanswered' }])
  })

  it('allows the current family owner at the time of the vote, not the former owner', async () => {
    const { approvalId } = await submitRequest()
    const family = app.company.families.find((candidate) => candidate.name === 'Checkout')!
    await app.db.deleteFrom('family_owners').where('family_id', '=', family.id).execute()
    await app.db
      .insertInto('family_owners')
      .values({ family_id: family.id, person_id: app.persona('Ewa').id, position: 0 })
      .execute()
    expect((await vote('Ravi', approvalId, 1)).status).toBe(403)
    expect((await vote('Ewa', approvalId, 1)).status).toBe(200)
    await app.db
      .insertInto('family_owners')
      .values({ family_id: family.id, person_id: app.persona('Ravi').id, position: 1 })
      .execute()
  })

  roleSuite(
    'decideAccountApproval',
    () => app,
    () => ({ path: `/account-approvals/${sample.approvalId}`, body: { decision: 'approve', stage: 1 } }),
  )

  it('denies the requester, regardless of their roles', async () => {
    for (const roles of [[], ['Slipway.Admin']]) {
      const { approvalId } = await submitRequest('Ravi', { ownerIds: [app.persona('Ravi').id, app.persona('Daniel').id] })
      const response = await as('Ravi', roles).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden', message: ownRequestMessage } })
      expect(await votesOf(approvalId)).toEqual([])
    }
  })

  it('denies an administrator who isn’t an approver', async () => {
    const { approvalId } = await submitRequest()
    expect((await as('Niamh').post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(403)
    expect(await votesOf(approvalId)).toEqual([])
  })

  it('denies approvers of another stage, and rejects a vote for an earlier stage', async () => {
    const { approvalId } = await submitRequest()
    expect((await vote('Margaret', approvalId, 1)).status).toBe(403)
    await vote('Ravi', approvalId, 1)
    expect((await vote('Ravi', approvalId, 1)).body.code).toBe('alreadyDecided')
    expect(await votesOf(approvalId)).toHaveLength(1)
  })

  it('rejects forged fields', async () => {
    const { approvalId } = await submitRequest()
    const response = await as('Ravi').post(`/account-approvals/${approvalId}`, {
      decision: 'approve',
      stage: 1,
      approverId: app.persona('Margaret').id,
    })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'approverId', message: expect.any(String) }] } })
  })

  it('rejects votes by the requester, second votes and votes in closed approvals, even in the database', async () => {
    const { approvalId } = await submitRequest()
    const base = { approval_id: approvalId, stage: 1, requester_id: app.persona('Priya').id, decision: 'approve' as const }
    const insert = (approver_id: string) =>
      app.db
        .insertInto('approval_decisions')
        .values({ id: crypto.randomUUID(), ...base, approver_id })
        .execute()
    await expect(insert(app.persona('Priya').id)).rejects.toMatchObject({ constraint: 'cannot_decide_own_request', code: '23514' })
    await insert(app.persona('Ravi').id)
    await expect(insert(app.persona('Ravi').id)).rejects.toMatchObject({ constraint: 'one_vote_per_person_and_stage', code: '23505' })
    await expect(
      app.db
        .updateTable('approvals')
        .set({ requester_id: app.persona('Ravi').id })
        .where('id', '=', approvalId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'approval_fixed' })
    const { approvalId: closedApprovalId } = await submitRequest()
    expect((await vote('Ravi', closedApprovalId, 1, 'reject')).body).toMatchObject({ status: 'rejected' })
    await expect(
      app.db.updateTable('approvals').set({ status: 'pending' }).where('id', '=', closedApprovalId).execute(),
    ).rejects.toMatchObject({
      constraint: 'approval_transitions',
    })
  })
})

describe('decideAccountApproval in parallel', () => {
  it('gives two simultaneous approvers one outcome and an audit event each, 50 times', async () => {
    const family = app.company.families.find((candidate) => candidate.name === 'Checkout')!
    const secondOwnerId = family.ownerIds.find(
      (id) => id !== app.persona('Ravi').id && app.company.people.find((person) => person.id === id)?.enabled,
    )!
    await app.db
      .insertInto('family_owners')
      .values({ family_id: family.id, person_id: secondOwnerId, position: 2 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (let round = 0; round < 50; round++) {
      const { requestId, approvalId } = await submitRequest()
      const responses = await Promise.all([
        app.as(app.persona('Ravi').id).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 }),
        app.as(secondOwnerId).post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'Not now.' }),
      ])
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
      expect(await votesOf(approvalId)).toHaveLength(1)
      const winner = responses[0]!.status === 200 ? 'pending_approval' : 'rejected'
      expect(await statusOf(requestId)).toBe(winner)
      expect(
        (await events(requestId)).filter((event) => event.operation === 'decideAccountApproval' && event.outcome === 'allowed'),
      ).toHaveLength(1)
    }
  })

  it('counts only one of 50 identical votes', async () => {
    const { approvalId } = await submitRequest()
    const ravi = app.as(app.persona('Ravi').id)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => ravi.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(49)
    expect(await votesOf(approvalId)).toHaveLength(1)
  })
})
