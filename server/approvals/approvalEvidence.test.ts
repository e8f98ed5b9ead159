import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOwners } from '../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { putPolicy } from '../../test/putPolicy.ts'
import { buildApp } from '../app.ts'
import { accountOf, grantOf, requestAccess } from '../features/access/assignments/access.fixture.ts'
import { accessEvidenceLabels } from '../features/access/assignments/accessLabels.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../features/access/pim/pim.fixture.ts'
import { services } from '../features/accounts/updates/services.fixture.ts'
import { policies } from '../features/approvals/policies/policies.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../features/sandboxes/access/sandboxAccess.fixture.ts'
import { activeSandbox, addTemplateWithCapacity, template } from '../features/sandboxes/requests/sandboxRequests.fixture.ts'
import { advanceApprovals } from './advanceApprovals.ts'
import type { Evidence } from './evidence.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const read = async (personId: string, approvalId: string) =>
  (await app.as(personId).get(`/account-approvals/${approvalId}`)).body as { evidence: Evidence; evidenceRecorded: boolean; status: string }
const vote = (personId: string, approvalId: string, decision = 'approve') =>
  app.as(personId, undefined, { strong: true }).post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment: 'As agreed.' })
const recordsOf = (approvalId: string) => app.db.selectFrom('approval_evidence').selectAll().where('approval_id', '=', approvalId).execute()
const labelsOf = ({ facts }: Evidence) => facts.map(({ label }) => label)
const directoryLabels = [
  accessEvidenceLabels.currentAccess,
  accessEvidenceLabels.lastUsed,
  accessEvidenceLabels.members,
  accessEvidenceLabels.team,
]

async function requestAccount(overrides = {}, stages: object[] = [{ name: 'One', rule: { kind: 'familyOwner' }, minimum: 1 }]) {
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: stages as never })
  const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: `evidence-${++number}`, ...overrides }))
  await restorePolicy()
  return { requestId: body.id as string, approvalId: body.approvals[0].id as string, name: body.name as string }
}

interface Case {
  approvalId: string
  approverId: string
  carryOut: () => Promise<unknown>
}

const cases: Record<string, () => Promise<Case>> = {
  async accountRequest() {
    const { requestId, approvalId } = await requestAccount()
    const carryOut = () => app.db.updateTable('accounts').set({ status: 'active' }).where('request_id', '=', requestId).execute()
    return { approvalId, approverId: id('Ravi'), carryOut }
  },
  async accountUpdate() {
    const of = services(app)
    const account = of.loadFree(0)
    const { id: updateId } = await of.ask(account)
    const { id: approvalId } = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('subject_id', '=', updateId)
      .executeTakeFirstOrThrow()
    const carryOut = () => app.db.updateTable('accounts').set({ cost_centre: 'CC-9999' }).where('id', '=', account.id).execute()
    return { approvalId, approverId: id('Ravi'), carryOut }
  },
  async accessRequest() {
    const { approvalId, body } = await requestAccess(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
    const carryOut = async () => expect((await grantOf(app, body.id))?.status).toBe('granting')
    return { approvalId, approverId: id('Daniel'), carryOut }
  },
  async pimActivation() {
    const { body } = await activateRole(app, 0, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, pimAccountOf(app, 0)) })
    const endsAt = new Date(Date.now() + 3_600_000)
    const board = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const carryOut = () =>
      app.db
        .updateTable('pim_activations')
        .set({ status: 'active', starts_at: new Date(), ends_at: endsAt })
        .where('id', '=', body.id)
        .execute()
    return { approvalId: body.approvalId, approverId: board.memberIds.find((memberId) => memberId !== id('Daniel'))!, carryOut }
  },
  async sandboxRequest() {
    const sandboxId = await activeSandbox(app, await template(app), new Date())
    const extension = { hours: 24, budget: 1_000, justification: 'The load test takes longer.' }
    const { body } = await as('Priya').post(`/sandboxes/${sandboxId}/extend`, extension)
    const carryOut = async () => {
      const sandbox = await app.db.selectFrom('sandboxes').select('extensions_used').where('id', '=', sandboxId).executeTakeFirst()
      expect(sandbox?.extensions_used).toBe(1)
    }
    return { approvalId: body.approvalId, approverId: id('Ravi'), carryOut }
  },
  async sandboxAccessRequest() {
    const { approvalId, body } = await requestSandboxAccess(app, await teamSandbox(app))
    const carryOut = async () => expect((await grantOf(app, body.id))?.status).toBe('granting')
    return { approvalId, approverId: id('Daniel'), carryOut }
  },
  async policyChange() {
    const fixture = policies(app)
    const { path } = await fixture.draft('sandboxAccessRequest')
    const { approvalId } = (await fixture.propose(path)).body
    const approverId = app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!.id
    return { approvalId, approverId, carryOut: async () => {} }
  },
}

describe('loadEvidence', () => {
  it.each(Object.entries(cases))('is what the approver saw: %s', async (_, prepare) => {
    const { approvalId, approverId, carryOut } = await prepare()
    const before = await read(approverId, approvalId)
    expect(before).toMatchObject({ evidenceRecorded: false, status: 'pending' })
    expect((await vote(approverId, approvalId)).body).toMatchObject({ status: 'approved' })
    await carryOut()
    expect(await read(id('Grace'), approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
    expect(await recordsOf(approvalId)).toHaveLength(1)
  })

  it.each(['reject', 'requestChanges'])('is recorded by the decision %s', async (decision) => {
    const { approvalId } = await requestAccount()
    const before = await read(id('Ravi'), approvalId)
    await vote(id('Ravi'), approvalId, decision)
    expect(await read(id('Ravi'), approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
  })

  it('is recorded by the last stage only', async () => {
    const stages = ['One', 'Two'].map((name) => ({ name, rule: { kind: 'anyOf', personIds: [id('Ravi'), id('Margaret')] }, minimum: 1 }))
    const { approvalId } = await requestAccount({}, stages)
    await vote(id('Ravi'), approvalId)
    expect(await recordsOf(approvalId)).toEqual([])
    await as('Margaret').post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 2 })
    expect(await recordsOf(approvalId)).toHaveLength(1)
  })

  it('is not recorded if the approval expires or is withdrawn', async () => {
    const [expiring, withdrawn] = [await requestAccount(), await requestAccount()]
    expect((await as('Priya').post(`/account-requests/${withdrawn.requestId}/withdraw`)).status).toBeLessThan(300)
    await advanceApprovals({ ...app, now: () => new Date(Date.now() + 15 * 86_400_000) })
    for (const [{ approvalId }, status] of [
      [expiring, 'expired'],
      [withdrawn, 'cancelled'],
    ] as const) {
      expect(await read(id('Grace'), approvalId)).toMatchObject({
        status,
        evidenceRecorded: false,
        evidence: { purpose: expect.any(String) },
      })
      expect(await recordsOf(approvalId)).toEqual([])
    }
  })

  it('is calculated if it was decided before evidence was recorded', async () => {
    const { id: approvalId } = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('status', '=', 'approved')
      .where('subject_kind', '=', 'accountRequest')
      .where((eb) => eb.not(eb.exists(eb.selectFrom('approval_evidence as e').whereRef('e.approval_id', '=', 'approvals.id'))))
      .executeTakeFirstOrThrow()
    expect(await read(id('Grace'), approvalId)).toMatchObject({ evidenceRecorded: false, evidence: { purpose: expect.any(String) } })
  })

  it('can’t be changed, deleted or replaced', async () => {
    const { approvalId } = await requestAccount()
    await vote(id('Ravi'), approvalId)
    const forged = { approval_id: approvalId, evidence: '{}' }
    await expect(app.db.updateTable('approval_evidence').set({ evidence: '{}' }).execute()).rejects.toMatchObject({ code: '42501' })
    await expect(app.db.deleteFrom('approval_evidence').execute()).rejects.toMatchObject({ code: '42501' })
    await expect(sql`truncate approval_evidence`.execute(app.db)).rejects.toMatchObject({ code: '42501' })
    await expect(app.db.insertInto('approval_evidence').values(forged).execute()).rejects.toMatchObject({ code: '23505' })
  })
})

describe('the evidence of a vote', () => {
  const calls: [string, (request: { requestId: string; approvalId: string }) => Promise<unknown>][] = [
    ['decideAccountApproval', ({ approvalId }) => vote(id('Daniel'), approvalId)],
    [
      'decideAccessRequest',
      ({ requestId }) => as('Daniel').patch(`/account-access/access-requests/${requestId}`, { decision: 'approve', stage: 1 }),
    ],
    [
      'bulkDecideApprovals',
      ({ approvalId }) =>
        as('Daniel').post('/account-approvals/together', { decision: 'approve', items: [{ id: approvalId, stage: 1, version: 1 }] }),
    ],
  ]
  it.each(calls)('fetches facts from external systems for the evidence: %s', async (_, decide) => {
    const { approvalId, body } = await requestAccess(app, accountOf(app, ++number % 4), { who: 'Tomasz', durationHours: 8 })
    await decide({ requestId: body.id, approvalId })
    const { evidence } = await read(id('Grace'), approvalId)
    expect(labelsOf(evidence)).toEqual(expect.arrayContaining(directoryLabels))
    expect(evidence.facts.map(({ value }) => value)).not.toContain(accessEvidenceLabels.noDirectory)
  })

  it('counts a vote although the directory fails, and reports the missing facts', async () => {
    const { approvalId } = await requestAccess(app, accountOf(app, 5), { durationHours: 8 })
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'graph', action })
    expect((await vote(id('Daniel'), approvalId)).body.status).toBe('approved')
    app.simulator.faults.remove(fault)
    const { evidence } = await read(id('Grace'), approvalId)
    expect(evidence.facts).toContainEqual(expect.objectContaining({ key: 'members', value: accessEvidenceLabels.noDirectory }))
  })

  it('leaves facts of external systems out if a rule decides or votes count again', async () => {
    const approve = [{ when: 'true', reason: 'Small.' }]
    const restorePolicy = await putPolicy(app, 'accessRequest', { reject: [], approve, stages: [] })
    const automatic = await requestAccess(app, accountOf(app, 6), { durationHours: 8 })
    const rule = { kind: 'anyOf' as const, personIds: [id('Daniel'), id('Ravi')] }
    await putPolicy(app, 'accessRequest', { reject: [], approve: [], stages: [{ name: 'Two', rule, minimum: 2 }] })
    const regained = await requestAccess(app, accountOf(app, 7), { durationHours: 8 })
    await restorePolicy()
    await vote(id('Daniel'), regained.approvalId)
    await app.db.updateTable('people').set({ active: false }).where('id', '=', id('Daniel')).execute()
    await vote(id('Ravi'), regained.approvalId)
    await app.db.updateTable('people').set({ active: true }).where('id', '=', id('Daniel')).execute()
    expect(await recordsOf(regained.approvalId)).toEqual([])
    await advanceApprovals(app.context)
    for (const { approvalId, group } of [automatic, regained]) {
      const { evidence, ...rest } = await read(id('Grace'), approvalId)
      expect(rest).toMatchObject({ status: 'approved', evidenceRecorded: true })
      expect(labelsOf(evidence).filter((label) => directoryLabels.includes(label as never))).toEqual([])
      expect(evidence.holds?.items.map(({ name }) => name)).not.toContain(group.name)
    }
  })
})

describe('recordEvidence', () => {
  it('records once if two servers decide at the same time', async () => {
    const replica = await buildApp(app.context)
    const rule = { kind: 'anyOf', personIds: [id('Ravi'), id('Margaret')] }
    for (let turn = 0; turn < 10; turn++) {
      const { approvalId } = await requestAccount({}, [{ name: 'One', rule, minimum: 1 }])
      const body = { decision: 'approve', stage: 1 }
      const responses = await Promise.all([
        as('Ravi').post(`/account-approvals/${approvalId}`, body),
        as('Margaret').on(replica).post(`/account-approvals/${approvalId}`, body),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await recordsOf(approvalId)).toHaveLength(1)
    }
    await replica.close()
  })

  it('leaves nothing if the decision fails', async () => {
    const { approvalId, name } = await requestAccount()
    const account = app.company.accounts.find(({ status }) => status === 'active')!
    const rename = (newName: string) => app.db.updateTable('accounts').set({ name: newName }).where('id', '=', account.id).execute()
    await rename(name)
    expect((await vote(id('Ravi'), approvalId)).body.code).toBe('nameTaken')
    expect(await recordsOf(approvalId)).toEqual([])
    await rename(account.name)
    await vote(id('Ravi'), approvalId)
    expect(await recordsOf(approvalId)).toHaveLength(1)
  })

  it('records each of 50 approvals of a bulk decision, each without the ones after it', async () => {
    const requests = []
    for (let turn = 0; turn < 50; turn++) requests.push(await requestAccount())
    const items = requests.map(({ approvalId }) => ({ id: approvalId, stage: 1, version: 1 }))
    const { body } = await as('Ravi').post('/account-approvals/together', { items, decision: 'approve' })
    expect(body.counts).toMatchObject({ counted: 50 })
    const { rows } = await sql<{ count: number }>`select count(*) from approval_evidence
      where approval_id = any (${items.map((item) => item.id)}::uuid[])`.execute(app.db)
    expect(Number(rows[0]!.count)).toBe(50)
    const similarNames = (await read(id('Grace'), items[1]!.id)).evidence.similar?.map(({ name }) => name)
    expect(similarNames).toContain(requests[0]!.name)
    expect(similarNames).not.toContain(requests[2]!.name)
  })
})

describe('the budget in evidence', () => {
  const budget = async (personId: string, approvalId: string) => (await read(personId, approvalId)).evidence.monthlyBudget?.amount

  it('is hidden from a requester of access who doesn’t own the account', async () => {
    const account = accountOf(app, 9)
    const { approvalId } = await requestAccess(app, account, { durationHours: 8 })
    for (const reader of ['Grace', 'Daniel']) expect(await budget(id(reader), approvalId)).toBeGreaterThan(0)
    expect(await budget(id('Priya'), approvalId)).toBeUndefined()
    expect(labelsOf((await read(id('Daniel'), approvalId)).evidence)).toContain(accessEvidenceLabels.members)
    expect(labelsOf((await read(id('Priya'), approvalId)).evidence)).not.toContain(accessEvidenceLabels.members)
    await vote(id('Daniel'), approvalId)
    expect(await budget(id('Priya'), approvalId)).toBeUndefined()
    await accountOwners(app, account.id).grant(id('Priya'))
    expect(await budget(id('Priya'), approvalId)).toBeGreaterThan(0)
  })

  it('is hidden from a requester of access to a sandbox until the access is granted', async () => {
    const { approvalId } = await requestSandboxAccess(app, await teamSandbox(app))
    expect(await budget(id('Daniel'), approvalId)).toBeGreaterThan(0)
    expect(await budget(id('Priya'), approvalId)).toBeUndefined()
    await vote(id('Daniel'), approvalId)
    expect(await budget(id('Priya'), approvalId)).toBeGreaterThan(0)
  })

  it('is hidden from a requester of a role or a change who no longer owns the account', async () => {
    const of = services(app)
    const role = await activateRole(app, 1, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, pimAccountOf(app, 1)) })
    const update = await of.ask(of.loadFree(1))
    const { id: updateApprovalId } = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('subject_id', '=', update.id)
      .executeTakeFirstOrThrow()
    const approvalIds = [role.body.approvalId, updateApprovalId]
    for (const approvalId of approvalIds) expect(await budget(id('Daniel'), approvalId)).toBeGreaterThan(0)
    for (const accountId of new Set([pimAccountOf(app, 1).id, of.loadFree(1).id])) {
      await accountOwners(app, accountId).grant(id('Tomasz'))
      await accountOwners(app, accountId).revoke(id('Daniel'))
    }
    for (const approvalId of approvalIds) expect(await budget(id('Daniel'), approvalId)).toBeUndefined()
  })
})
