import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { advanceApprovals } from '../server/approvals/advanceApprovals.ts'
import type { PolicyRules } from '../server/approvals/rules.ts'
import { accessDenials } from '../server/auth/access.ts'
import { type ApiKeyScope, scopes } from '../server/auth/scopes.ts'
import type { StageRule } from '../server/db/tables.ts'
import { type Caller, startTestApp, type TestApp } from './app.ts'
import { newRequest } from './newRequest.ts'
import { putPolicy } from './putPolicy.ts'

/**
 * People can’t approve their own request. The tests try every known way around this rule. Priya is the requester unless stated otherwise.
 */

const start = new Date('2026-11-23T09:00:00.000Z')
let now = start
let app: TestApp
let number = 0
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
})
afterAll(() => app.close())
afterEach(async () => {
  now = start
  for (const each of undo.splice(0).reverse()) await each()
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const buildPersonRule = (personId: string): StageRule => ({ kind: 'person', personId })
const elif = () => app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!.id

async function submitRequest(rule: StageRule, { by = 'Priya', alternates }: { by?: string; alternates?: StageRule } = {}): Promise<string> {
  const stage = { name: 'Decide', rule, minimum: 1, ...(alternates ? { alternates, escalateAfterHours: 1 } : {}) }
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [stage] })
  const response = await as(by).post('/account-requests', newRequest(app, { name: `own-request-${++number}` }))
  await restorePolicy()
  expect([response.status, response.body.status]).toEqual([201, 'pending_approval'])
  return response.body.approvals[0].id
}

async function delegate(holder: string, delegate: string): Promise<void> {
  const delegation = uuidv7()
  const row = { id: delegation, person_id: holder, delegate_id: delegate, starts_at: start, ends_at: null, created_by: holder }
  await app.db
    .insertInto('delegations')
    .values({ ...row, status: 'live' })
    .execute()
  undo.push(() => app.db.updateTable('delegations').set({ status: 'ended' }).where('id', '=', delegation).execute())
}

async function linkUsers(name: string, otherRequestId: string): Promise<void> {
  const personBefore = await app.db
    .selectFrom('people')
    .select(['id', 'employee_id'])
    .where('id', '=', otherRequestId)
    .executeTakeFirstOrThrow()
  const { employee_id } = await app.db.selectFrom('people').select('employee_id').where('id', '=', name).executeTakeFirstOrThrow()
  const put = (value: string | null) => app.db.updateTable('people').set({ employee_id: value }).where('id', '=', otherRequestId).execute()
  await put(employee_id)
  undo.push(() => put(personBefore.employee_id))
}

async function groupOf(...members: string[]): Promise<string> {
  const group = uuidv7()
  // A recent check keeps Slipway from reading a group that the directory doesn’t have.
  await app.db.insertInto('directory_groups').values({ id: group, display_name: 'Made for this test', checked_at: new Date() }).execute()
  await app.db
    .insertInto('directory_group_members')
    .values(members.map((person_id) => ({ group_id: group, person_id })))
    .execute()
  undo.push(() => app.db.deleteFrom('directory_groups').where('id', '=', group).execute())
  return group
}

const state = (approvalId: string) =>
  Promise.all([
    app.db.selectFrom('approvals').selectAll().where('id', '=', approvalId).executeTakeFirstOrThrow(),
    app.db.selectFrom('approval_stages').selectAll().where('approval_id', '=', approvalId).execute(),
    app.db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', approvalId).execute(),
    app.db.selectFrom('account_requests').select(['id', 'status', 'version']).orderBy('id').execute(),
  ])
const denied = async () =>
  (await app.db.selectFrom('audit_events').select('id').where('outcome', '=', 'denied').execute()).map((event) => event.id)

async function expectRejection(caller: Caller, approvalId: string, message: RegExp | string): Promise<void> {
  const [stateBefore, events] = [await state(approvalId), await denied()]
  const response = await caller.post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'Fine by me.' })
  expect([response.status, response.body.message]).toEqual([403, expect.stringMatching(message)])
  expect(await state(approvalId)).toEqual(stateBefore)
  expect((await denied()).length).toBe(events.length + 1)
}
const ownRequestPattern = /^(You can’t approve your own|Requesters can’t)/
const notApproverPattern = /^You aren’t an approver of this request/

describe('a decision on your own request', () => {
  it('is denied even if the rule names the requester', async () => {
    await expectRejection(as('Priya'), await submitRequest({ kind: 'anyOf', personIds: [id('Priya'), id('Ravi')] }), ownRequestPattern)
  })

  it('is denied to an administrator if administrators decide', async () => {
    await expectRejection(as('Niamh'), await submitRequest({ kind: 'role', role: 'Slipway.Admin' }, { by: 'Niamh' }), ownRequestPattern)
  })

  it('is denied to a delegate of the approver', async () => {
    await delegate(id('Ravi'), id('Priya'))
    await expectRejection(as('Priya'), await submitRequest(buildPersonRule(id('Ravi'))), ownRequestPattern)
  })

  it('is denied after a reassignment to the requester or the requester’s second user account', async () => {
    const approvalId = await submitRequest(buildPersonRule(id('Ravi')))
    await linkUsers(id('Priya'), id('Tomasz'))
    const passedDecision = { approval_id: approvalId, stage: 1, person_id: id('Ravi'), comment: 'You know it best.' }
    for (const personaName of ['Priya', 'Tomasz']) {
      const body = { to: id(personaName), stage: 1, comment: passedDecision.comment }
      const response = await as('Ravi').post(`/account-approvals/${approvalId}/pass-on`, body)
      expect([response.status, response.body.errors]).toEqual([
        400,
        [{ field: 'to', message: expect.stringMatching(/submitted this request and can’t decide on it/) }],
      ])
      const row = uuidv7()
      await app.db
        .insertInto('approval_reassignments')
        .values({ ...passedDecision, id: row, receiver_id: id(personaName) })
        .execute()
      await expectRejection(as(personaName), approvalId, ownRequestPattern)
      expect(await app.db.selectFrom('stage_approvers').select('person_id').where('approval_id', '=', approvalId).execute()).toEqual([
        { person_id: id('Ravi') },
      ])
      await app.db.deleteFrom('approval_reassignments').where('id', '=', row).execute()
    }
  })

  it('can’t be reassigned by the requester, even if the rule names the requester', async () => {
    const approvalId = await submitRequest({ kind: 'anyOf', personIds: [id('Priya'), id('Ravi')] })
    const response = await as('Priya').post(`/account-approvals/${approvalId}/pass-on`, {
      to: id('Samuel'),
      stage: 1,
      comment: 'You decide.',
    })
    expect([response.status, response.body.message]).toEqual([403, expect.stringMatching(/own request/)])
    await expectRejection(as('Samuel'), approvalId, notApproverPattern)
  })

  it('is denied to a delegate of the requester', async () => {
    await delegate(id('Priya'), id('Samuel'))
    await expectRejection(as('Samuel'), await submitRequest({ kind: 'anyOf', personIds: [id('Priya'), id('Ravi')] }), notApproverPattern)
  })

  it('is denied to a second user account of the requester that the rule names', async () => {
    await linkUsers(id('Priya'), id('Tomasz'))
    await expectRejection(as('Tomasz'), await submitRequest({ kind: 'anyOf', personIds: [id('Tomasz'), id('Ravi')] }), ownRequestPattern)
  })

  it('is denied to a second user account of the requester that is the approver’s delegate', async () => {
    await linkUsers(id('Priya'), id('Tomasz'))
    await delegate(id('Ravi'), id('Tomasz'))
    await expectRejection(as('Tomasz'), await submitRequest(buildPersonRule(id('Ravi'))), ownRequestPattern)
  })

  it('is rejected by the database from a second user account', async () => {
    await linkUsers(id('Priya'), id('Tomasz'))
    const approval_id = await submitRequest(buildPersonRule(id('Ravi')))
    const vote = { id: uuidv7(), approval_id, stage: 1, requester_id: id('Priya'), decision: 'approve' as const }
    const insert = (approver_id: string) =>
      app.db
        .insertInto('approval_decisions')
        .values({ ...vote, approver_id })
        .execute()
    for (const approver of ['Tomasz', 'Priya'])
      await expect(insert(id(approver))).rejects.toMatchObject({ code: '23514', constraint: 'cannot_decide_own_request' })
  })

  it('is denied to a member of the group that decides', async () => {
    await expectRejection(
      as('Priya'),
      await submitRequest({ kind: 'directoryGroup', groupId: await groupOf(id('Priya'), id('Ravi')) }),
      ownRequestPattern,
    )
  })

  it('is denied to the only member of the fallback group', async () => {
    const fallbackGroupId = await groupOf(id('Priya'))
    const approvalId = await submitRequest({ kind: 'directoryGroup', groupId: await groupOf(id('Oliver')), fallbackGroupId })
    await expectRejection(as('Priya'), approvalId, ownRequestPattern)
    expect(await app.db.selectFrom('stage_approvers').select('person_id').where('approval_id', '=', approvalId).execute()).toEqual([])
  })

  it('is denied to an alternate after an escalation', async () => {
    const approvalId = await submitRequest(buildPersonRule(id('Ravi')), {
      alternates: { kind: 'anyOf', personIds: [id('Priya'), id('Margaret')] },
    })
    now = new Date(start.getTime() + 2 * 3_600_000)
    await advanceApprovals({ ...app, now: () => now })
    await expectRejection(as('Priya'), approvalId, ownRequestPattern)
  })

  it('is denied after a change of email address or user principal name', async () => {
    const approvalId = await submitRequest({ kind: 'anyOf', personIds: [id('Priya'), id('Ravi')] })
    const { email, user_principal_name } = await app.db
      .selectFrom('people')
      .select(['email', 'user_principal_name'])
      .where('id', '=', id('Priya'))
      .executeTakeFirstOrThrow()
    const put = (overrides: { email: string | null; user_principal_name: string | null }) =>
      app.db.updateTable('people').set(overrides).where('id', '=', id('Priya')).execute()
    undo.push(() => put({ email, user_principal_name }))
    await put({ email: 'p.sharma@northgate.example', user_principal_name: 'p.sharma@northgate.example' })
    await expectRejection(as('Priya'), approvalId, ownRequestPattern)
  })

  it('is denied to a requester who has the email address of the approver', async () => {
    const approvalId = await submitRequest(buildPersonRule(id('Ravi')))
    const rows = await app.db
      .selectFrom('people')
      .select(['id', 'email'])
      .where('id', 'in', [id('Priya'), id('Ravi')])
      .execute()
    const [priya, ravi] = ['Priya', 'Ravi'].map((personaName) => rows.find((row) => row.id === id(personaName))!)
    const put = (person: string, email: string | null) => app.db.updateTable('people').set({ email }).where('id', '=', person).execute()
    undo.push(
      () => put(ravi!.id, ravi!.email),
      () => put(priya!.id, priya!.email),
    )
    await put(ravi!.id, 'nobody@northgate.example')
    await put(priya!.id, ravi!.email)
    await expectRejection(as('Priya'), approvalId, ownRequestPattern)
  })

  it('is denied to an API key of the requester, whatever its scopes', async () => {
    const { caller } = await app.withKey(Object.keys(scopes) as ApiKeyScope[])
    await expectRejection(caller, await submitRequest({ kind: 'anyOf', personIds: [id('Priya'), id('Ravi')] }), accessDenials.peopleOnly)
  })

  it('is denied within a bulk decision, while the other decisions count', async () => {
    const rule: StageRule = { kind: 'anyOf', personIds: [id('Ravi'), id('Daniel')] }
    const [ownId, otherRequestId] = [await submitRequest(rule, { by: 'Ravi' }), await submitRequest(rule)]
    const [stateBefore, events] = [await app.db.selectFrom('approvals').selectAll().where('id', '=', ownId).execute(), await denied()]
    const version = (approvalId: string) =>
      app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()
    const items = await Promise.all(
      [ownId, otherRequestId].map(async (each) => ({ id: each, stage: 1, version: (await version(each)).version })),
    )
    const { body } = await as('Ravi').post('/account-approvals/together', { items, decision: 'approve', comment: 'Both are fine.' })
    expect(body.results).toMatchObject([
      { id: ownId, outcome: 'denied', message: expect.stringMatching(ownRequestPattern) },
      { id: otherRequestId, outcome: 'counted', status: 'approved' },
    ])
    expect(await app.db.selectFrom('approvals').selectAll().where('id', '=', ownId).execute()).toEqual(stateBefore)
    expect((await denied()).length).toBe(events.length + 1)
  })
})

describe('a policy for your own requests', () => {
  const niamhDecides = () => ({
    stages: [{ name: 'Niamh', rule: { kind: 'anyOf' as const, personIds: [id('Niamh'), id('Ravi')] }, minimum: 1 }],
  })
  async function propose(rules: Partial<PolicyRules>) {
    const draft = await as('Niamh').post('/approval-policies', { kind: 'accountRequest', ...rules })
    const path = `/approval-policies/${draft.body.id}/versions/${draft.body.version}`
    undo.push(async () => {
      await as('Niamh').post(`${path}/withdraw`)
      await as('Niamh').delete(path)
    })
    const { body } = await as('Niamh').post(`${path}/propose`, { changeNote: 'So that I need not wait.' })
    expect(body.status).toBe('proposed')
    return body as { id: string; version: number; approvalId: string }
  }

  it('can’t be approved by its proposer', async () => {
    const { approvalId } = await propose(niamhDecides())
    await expectRejection(as('Niamh'), approvalId, ownRequestPattern)
  })

  it('can’t be approved by a delegate of another administrator without the role', async () => {
    const { approvalId } = await propose(niamhDecides())
    await delegate(elif(), id('Tomasz'))
    await expectRejection(as('Tomasz'), approvalId, notApproverPattern)
  })

  it('has no effect before another administrator approves it', async () => {
    await propose({ approve: [{ when: 'requester.roles.exists(role, role == "Slipway.Admin")', reason: 'Administrators know.' }] })
    const response = await as('Niamh').post('/account-requests', newRequest(app, { name: `own-request-${++number}` }))
    expect(response.body.status).toBe('pending_approval')
  })

  it('doesn’t change a pending request, and never allows the requester to decide', async () => {
    const waitingId = await submitRequest({ kind: 'person', personId: id('Ravi') }, { by: 'Niamh' })
    const stateBefore = await state(waitingId)
    const livePolicy = await app.db
      .selectFrom('approval_policies')
      .selectAll()
      .where('subject_kind', '=', 'accountRequest')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    const { approvalId } = await propose(niamhDecides())
    expect((await app.as(elif()).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(200)
    undo.push(() => putPolicy(app, 'accountRequest', livePolicy))
    expect((await state(waitingId)).slice(0, 3)).toEqual(stateBefore.slice(0, 3))
    await expectRejection(as('Niamh'), waitingId, ownRequestPattern)
    const next = await as('Niamh').post('/account-requests', newRequest(app, { name: `own-request-${++number}` }))
    expect(next.body.approvals[0].stages[0].approvers.map((each: { id: string }) => each.id)).toEqual([id('Ravi')])
    await expectRejection(as('Niamh'), next.body.approvals[0].id, ownRequestPattern)
  })
})
