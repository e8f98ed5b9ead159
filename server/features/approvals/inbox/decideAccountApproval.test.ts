import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import { ownRequest } from '../../../approvals/policy.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (givenName: string, roles?: string[]) => app.as(app.persona(givenName).id, roles)

async function pending(requester = 'Priya', change = {}) {
  const answer = await as(requester).post('/account-requests', newRequest(app, { name: `checkout-decide-${++number}`, ...change }))
  expect(answer.status).toBe(201)
  return { requestId: answer.body.id as string, approvalId: answer.body.approvals[0].id as string }
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
    sample = await pending()
  })

  it('decides stage by stage, and creates the account, owners and run with the last approval', async () => {
    const { requestId, approvalId } = await pending()
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

  it('asks the architecture board for production, whose members the directory names', async () => {
    const { approvalId } = await pending('Priya', { environment: 'production', workload: 'Production' })
    await vote('Ravi', approvalId, 1)
    await vote('Margaret', approvalId, 2)
    expect((await vote('Samuel', approvalId, 3)).body.status).toBe('approved')
  })

  it('asks the approvers of a restricted catalogue item', async () => {
    const firewall = app.company.catalogue.find((item) => item.name === 'Azure Firewall')!
    const { approvalId } = await pending('Priya', { catalogueItemIds: [firewall.id] })
    await vote('Ravi', approvalId, 1)
    await vote('Margaret', approvalId, 2)
    expect((await vote('Ewa', approvalId, 3)).body.status).toBe('approved')
  })

  it('rejects or requests changes, and requires a reason for both', async () => {
    const rejected = await pending()
    const raw = sql`insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision, comment)
      values (gen_random_uuid(), ${rejected.approvalId}, 1, ${app.persona('Ravi').id}, ${app.persona('Priya').id}, 'reject', '  no ')`
    await expect(raw.execute(app.db)).rejects.toMatchObject({ constraint: 'only_approvals_need_no_reason' })
    expect((await vote('Ravi', rejected.approvalId, 1, 'reject', '')).body.errors).toEqual([
      { field: 'comment', message: expect.any(String) },
    ])
    expect((await vote('Ravi', rejected.approvalId, 1, 'reject')).status).toBe(200)
    expect(await statusOf(rejected.requestId)).toBe('rejected')
    const returned = await pending()
    await vote('Ravi', returned.approvalId, 1, 'requestChanges')
    expect(await statusOf(returned.requestId)).toBe('changes_requested')
  })

  it('restarts a changed request, without its earlier votes', async () => {
    const { requestId, approvalId } = await pending()
    await vote('Ravi', approvalId, 1)
    const edited = await as('Priya').patch(
      `/account-requests/${requestId}`,
      newRequest(app, { name: `checkout-decide-${number}`, purpose: 'Something else than what was read.' }),
    )
    expect(edited.body.approvals.map((approval: { status: string; stage: number }) => [approval.status, approval.stage])).toEqual([
      ['cancelled', 2],
      ['pending', 1],
    ])
    expect((await vote('Margaret', approvalId, 2)).status).toBe(409)
    expect(await statusOf(requestId)).toBe('pending_approval')
  })

  it('expires without a decision in time', async () => {
    const { requestId, approvalId } = await pending()
    const later = new Date(Date.now() + 15 * 86_400_000)
    await advanceApprovals({ ...app, now: () => later })
    expect(await statusOf(requestId)).toBe('expired')
    expect((await vote('Ravi', approvalId, 1)).status).toBe(409)
  })

  it('expires without the requested changes in time, after a reminder a day before', async () => {
    const [{ requestId, approvalId }, answered] = [await pending(), await pending()]
    for (const each of [approvalId, answered.approvalId]) await vote('Ravi', each, 1, 'requestChanges')
    const kindsSent = async () =>
      (await app.db.selectFrom('notifications').select(['kind', 'body']).where('subject_id', '=', requestId).orderBy('id').execute()).map(
        ({ kind }) => kind,
      )
    const day = 86_400_000
    const passes = (days: number) => advanceApprovals({ ...app, now: () => new Date(Date.now() + days * day) })
    await as('Priya').patch(`/account-requests/${answered.requestId}`, newRequest(app, { name: `checkout-decide-${number}` }))
    await passes(10)
    expect(await kindsSent()).toEqual(['request.changes_requested'])
    // The schedule was late: it reminds first and leaves a day before the withdrawal.
    await passes(20)
    await passes(20)
    expect(await kindsSent()).toEqual(['request.changes_requested', 'answerNeeded'])
    const { body } = await as('Priya').get(`/account-requests/${requestId}`)
    expect(Date.parse(body.approvals[0].answerBy)).toBeGreaterThan(Date.now() + 20.9 * day)
    await passes(21.1)
    await passes(22)
    expect(await kindsSent()).toEqual(['request.changes_requested', 'answerNeeded', 'request.expired'])
    expect(await statusOf(requestId)).toBe('expired')
    const after = await as('Priya').get(`/account-requests/${requestId}`)
    expect(after.body.timeline.at(-1)).toMatchObject({ kind: 'expired' })
    const approvals = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('subject_id', '=', answered.requestId)
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
    const { approvalId } = await pending()
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

  it('denies the requester, whatever roles they hold', async () => {
    for (const roles of [[], ['Slipway.Admin']]) {
      const { approvalId } = await pending('Ravi', { ownerIds: [app.persona('Ravi').id, app.persona('Daniel').id] })
      const answer = await as('Ravi', roles).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', message: ownRequest } })
      expect(await votesOf(approvalId)).toEqual([])
    }
  })

  it('denies an administrator who is no approver', async () => {
    const { approvalId } = await pending()
    expect((await as('Niamh').post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(403)
    expect(await votesOf(approvalId)).toEqual([])
  })

  it('denies approvers of another stage, and rejects a vote for an earlier stage', async () => {
    const { approvalId } = await pending()
    expect((await vote('Margaret', approvalId, 1)).status).toBe(403)
    await vote('Ravi', approvalId, 1)
    expect((await vote('Ravi', approvalId, 1)).body.code).toBe('alreadyDecided')
    expect(await votesOf(approvalId)).toHaveLength(1)
  })

  it('rejects forged fields', async () => {
    const { approvalId } = await pending()
    const answer = await as('Ravi').post(`/account-approvals/${approvalId}`, {
      decision: 'approve',
      stage: 1,
      approverId: app.persona('Margaret').id,
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'approverId', message: expect.any(String) }] } })
  })

  it('rejects votes of the requester, second votes and closed approvals in the database', async () => {
    const { approvalId } = await pending()
    const base = { approval_id: approvalId, stage: 1, requester_id: app.persona('Priya').id, decision: 'approve' as const }
    const insert = (approver_id: string) =>
      app.db
        .insertInto('approval_decisions')
        .values({ id: crypto.randomUUID(), ...base, approver_id })
        .execute()
    await expect(insert(app.persona('Priya').id)).rejects.toMatchObject({ constraint: 'nobody_decides_on_an_own_request', code: '23514' })
    await insert(app.persona('Ravi').id)
    await expect(insert(app.persona('Ravi').id)).rejects.toMatchObject({ constraint: 'one_vote_per_person_and_stage', code: '23505' })
    await expect(
      app.db
        .updateTable('approvals')
        .set({ requester_id: app.persona('Ravi').id })
        .where('id', '=', approvalId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'approval_fixed' })
    const { approvalId: closed } = await pending()
    expect((await vote('Ravi', closed, 1, 'reject')).body).toMatchObject({ status: 'rejected' })
    await expect(app.db.updateTable('approvals').set({ status: 'pending' }).where('id', '=', closed).execute()).rejects.toMatchObject({
      constraint: 'approval_transitions',
    })
  })
})

describe('decideAccountApproval in parallel', () => {
  it('gives one outcome and one audit event each to two simultaneous approvers, 50 times', async () => {
    const family = app.company.families.find((candidate) => candidate.name === 'Checkout')!
    const second = family.ownerIds.find(
      (id) => id !== app.persona('Ravi').id && app.company.people.find((person) => person.id === id)?.enabled,
    )!
    await app.db
      .insertInto('family_owners')
      .values({ family_id: family.id, person_id: second, position: 2 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (let round = 0; round < 50; round++) {
      const { requestId, approvalId } = await pending()
      const answers = await Promise.all([
        app.as(app.persona('Ravi').id).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 }),
        app.as(second).post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'Not now.' }),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      expect(await votesOf(approvalId)).toHaveLength(1)
      const winner = answers[0]!.status === 200 ? 'pending_approval' : 'rejected'
      expect(await statusOf(requestId)).toBe(winner)
      expect(
        (await events(requestId)).filter((event) => event.operation === 'decideAccountApproval' && event.outcome === 'allowed'),
      ).toHaveLength(1)
    }
  })

  it('counts one of 50 identical votes', async () => {
    const { approvalId } = await pending()
    const ravi = app.as(app.persona('Ravi').id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ravi.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49)
    expect(await votesOf(approvalId)).toHaveLength(1)
  })
})
