import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { advanceApprovals } from '../../../approvals/advanceApprovals.ts'
import type { Evidence } from '../../../approvals/evidence.ts'
import { accountOf, requestAccess } from '../../access/assignments/access.fixture.ts'
import { activateRole, accountOf as pimAccountOf, roleIds, ticketFor } from '../../access/pim/pim.fixture.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { requestAccess as requestSandboxAccess, teamSandbox } from '../../sandboxes/access/sandboxAccess.fixture.ts'
import {
  activeSandbox,
  addTemplateWithCapacity,
  createPending,
  requestBody,
  template,
} from '../../sandboxes/requests/sandboxRequests.fixture.ts'

let app: TestApp
let number = 0
let sandboxId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  sandboxId = await activeSandbox(app, await template(app), new Date())
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const requester = () => app.as(id('Priya'))

async function requestAccount() {
  const approverId = await newPerson(app)
  const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
  const details = newRequest(app, { name: `ended-${++number}` })
  const { body } = await requester().post('/account-requests', details)
  await restorePolicy()
  const approvalId = body.approvals[0].id as string
  return { requestId: body.id as string, approvalId, approverId, details }
}
const vote = (personId: string, approvalId: string) =>
  app
    .as(personId, undefined, { strong: true })
    .post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1, comment: 'Fine.' })
const read = async (personId: string, approvalId: string) => {
  const { status, body } = await app.as(personId).get(`/account-approvals/${approvalId}`)
  expect(status).toBe(200)
  return body as { evidence: Evidence; evidenceRecorded: boolean; previousRound: { changes: object[] | null } | null }
}
/** Each calculates current data: roles and groups of the requester, the last use, or the requester's sandboxes. */
const requests: Record<string, () => Promise<string>> = {
  pimActivation: async () =>
    (await activateRole(app, 0, { roleDefinitionId: roleIds.owner, ticket: ticketFor(app, pimAccountOf(app, 0)) })).body.approvalId,
  accessRequest: async () => (await requestAccess(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 8 })).approvalId,
  accountUpdate: async () => {
    const of = services(app)
    return (await of.ask(of.loadFree(0))).approvals[0].id
  },
  sandboxRequest: async () => (await createPending(app, await template(app))).approvalId,
  sandboxExtension: async () => {
    const extension = { hours: 24, budget: 1_000, justification: 'The load test takes longer.' }
    return (await requester().post(`/sandboxes/${sandboxId}/extend`, extension)).body.approvalId
  },
  sandboxAccessRequest: async () => (await requestSandboxAccess(app, await teamSandbox(app))).approvalId,
}
interface Round {
  subject_id: string
  account_id: string | null
  sandbox_id: string | null
}
const accessChange = { justification: 'To fix the build, which fails on Fridays.', durationHours: 4 }
const edits: Record<string, (round: Round) => Promise<{ status: number }>> = {
  accessRequest: (round) => requester().patch(`/accounts/${round.account_id}/accessRequests/${round.subject_id}`, accessChange),
  accountUpdate: (round) =>
    app.as(id('Daniel')).patch(`/accounts/${round.account_id}/updates/${round.subject_id}`, { reason: 'For the winter campaign.' }),
  sandboxRequest: (round) => requester().patch(`/sandbox-requests/${round.subject_id}`, { budget: 2_000 }),
  sandboxExtension: (round) => requester().patch(`/sandbox-requests/${round.subject_id}`, { budget: 2_000 }),
  sandboxAccessRequest: (round) => requester().patch(`/sandboxes/${round.sandbox_id}/accessRequests/${round.subject_id}`, accessChange),
}
const requestedKeys = ['environment', 'dataClassification', 'region', 'connectivity']
const partsForApprovers = ['facts', 'changes', 'purpose', 'owners', 'monthlyBudget', 'catalogueEstimate', 'cost']

const expirePending = () => advanceApprovals({ ...app, now: () => new Date(Date.now() + 60 * 86_400_000) })
const factsOf = ({ facts }: Evidence) => JSON.stringify(facts)

describe('the evidence of an ended round', () => {
  it('is what its approvers saw, after an edit and after the decision on a later round', async () => {
    const { requestId, approvalId, approverId, details } = await requestAccount()
    const before = await read(approverId, approvalId)
    await vote(approverId, approvalId)
    const { body } = await requester().patch(`/account-requests/${requestId}`, {
      ...details,
      name: `ended-${++number}`,
      ownerIds: [id('Priya'), id('Tomasz')],
      budget: { ...details.budget, amount: 123_400 },
    })
    expect(await read(approverId, approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
    const later = body.approvals.at(-1).id as string
    expect((await read(id('Grace'), later)).evidence.monthlyBudget?.amount).toBe(123_400)
    await app.as(id('Ravi')).post(`/account-approvals/${later}`, { decision: 'reject', stage: 1, comment: 'Too much.' })
    expect(await read(approverId, approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
  })

  it.each(Object.entries(edits))('is what its approvers saw, after an edit: %s', async (name, edit) => {
    const kind = name === 'sandboxExtension' ? 'sandboxRequest' : name
    const approverId = await newPerson(app)
    const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
    const restorePolicy = await putPolicy(app, kind, { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
    const approvalId = await requests[name]!()
    await restorePolicy()
    expect((await vote(approverId, approvalId)).body).toMatchObject({ status: 'pending' })
    const { evidence } = await read(approverId, approvalId)
    const round = app.db.selectFrom('approvals').selectAll().where('id', '=', approvalId)
    expect((await edit(await round.executeTakeFirstOrThrow())).status).toBe(200)
    expect(await round.executeTakeFirst()).toMatchObject({ status: 'cancelled' })
    expect(await read(approverId, approvalId)).toMatchObject({ evidenceRecorded: true, evidence })
    await expirePending()
  })

  it('has no current data of other accounts and the requester for former approvers, if it wasn’t recorded', async () => {
    const { requestId, approvalId, approverId } = await requestAccount()
    const pending = await read(approverId, approvalId)
    expect(pending.evidence.holds).toBeDefined()
    expect(pending.evidence.familyBudget).not.toBeNull()
    await vote(approverId, approvalId)
    await requester().post(`/account-requests/${requestId}/withdraw`)
    const { evidence, evidenceRecorded } = await read(approverId, approvalId)
    expect(evidenceRecorded).toBe(false)
    expect(evidence).toMatchObject({ familyBudget: null, similar: null })
    expect(evidence).not.toHaveProperty('holds')
    expect(factsOf(evidence)).not.toContain('otherBudgets')
    expect((await read(id('Grace'), approvalId)).evidence).toMatchObject({
      familyBudget: pending.evidence.familyBudget,
      holds: pending.evidence.holds,
    })
    expect((await read(id('Priya'), approvalId)).evidence.holds).toBeDefined()
  })

  it.each(['accountRequest', 'sandboxRequest'] as const)('has only what was requested for voters of an earlier round: %s', async (kind) => {
    const approverId = await newPerson(app)
    const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
    const restorePolicy = await putPolicy(app, kind, { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
    const details = newRequest(app, { name: `ended-${++number}` })
    const { body } = await (kind === 'accountRequest'
      ? requester().post('/account-requests', details)
      : requester().post('/sandbox-requests/new', requestBody(app, await template(app))))
    const path = kind === 'accountRequest' ? `/account-requests/${body.id}` : `/sandbox-requests/${body.id}`
    const { body: request } = await requester().get(path)
    expect((await vote(approverId, request.approvals[0].id)).body).toMatchObject({ status: 'pending' })
    await restorePolicy()
    const change = kind === 'accountRequest' ? { ...details, criticality: 'tier2' } : { budget: 2_000 }
    const laterId = (await requester().patch(path, change)).body.approvals[1].id as string
    await requester().post(`${path}/withdraw`)
    const { evidence, evidenceRecorded, previousRound } = await read(approverId, laterId)
    expect(evidenceRecorded).toBe(false)
    expect(previousRound).toMatchObject({ changes: null })
    expect(evidence).toMatchObject({ flags: [], similar: null, requesterOwns: null, familyBudget: null })
    expect(Object.keys(evidence).filter((part) => ['holds', 'sandbox', 'reach'].includes(part))).toEqual([])
    expect(evidence.facts.filter(({ key, requested }) => !requested && !requestedKeys.includes(key ?? ''))).toEqual([])
    for (const reader of ['Grace', 'Priya']) {
      const all = await read(id(reader), laterId)
      expect(all.evidence.holds).toBeDefined()
      expect(all.previousRound?.changes).toHaveLength(1)
    }
  })

  it.each(Object.entries(requests))(
    'has only what was requested for former approvers, if it wasn’t recorded: %s',
    async (name, request) => {
      const kind = name === 'sandboxExtension' ? 'sandboxRequest' : name
      // Azure names the approvers of roles.
      const board = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
      const approverId = kind === 'pimActivation' ? board.memberIds.find((member) => member !== id('Daniel'))! : await newPerson(app)
      const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
      const restorePolicy = await putPolicy(app, kind, { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
      const approvalId = await request()
      await restorePolicy()
      await app.db.updateTable('approval_stages').set({ minimum: 2 }).where('approval_id', '=', approvalId).execute()
      expect((await vote(approverId, approvalId)).body).toMatchObject({ status: 'pending' })
      const pending = await read(approverId, approvalId)
      await expirePending()
      const { evidence, evidenceRecorded } = await read(approverId, approvalId)
      expect(evidenceRecorded).toBe(false)
      expect(pending.evidence.facts.length).toBeGreaterThan(evidence.facts.length)
      expect(evidence.facts.filter(({ key, requested }) => !requested && !requestedKeys.includes(key ?? ''))).toEqual([])
      expect(evidence).toMatchObject({ flags: [], similar: null, requesterOwns: null, familyBudget: null })
      expect(evidence.changes ?? []).toEqual((pending.evidence.changes ?? []).filter(({ requested }) => requested))
      const others = Object.keys(evidence).filter((part) => !partsForApprovers.includes(part))
      expect(others.sort()).toEqual(['familyBudget', 'flags', 'requesterOwns', 'similar'])
      expect((await read(id('Grace'), approvalId)).evidence.facts.length).toBeGreaterThan(evidence.facts.length)
    },
  )

  it('shows the requested account changes to their former approvers', async () => {
    const approverId = await newPerson(app)
    const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
    const restorePolicy = await putPolicy(app, 'accountUpdate', { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
    const of = services(app)
    const { approvals, account, id: updateId, diff } = await of.ask(of.loadFree(1))
    await restorePolicy()
    await vote(approverId, approvals[0].id)
    await app.as(id('Daniel')).post(`/accounts/${account.id}/updates/${updateId}/withdraw`)
    const { evidence, evidenceRecorded } = await read(approverId, approvals[0].id)
    expect(evidenceRecorded).toBe(false)
    expect(evidence.changes).toHaveLength(diff.length)
    expect(evidence.changes).toMatchObject(diff.map(({ label, after }: { label: string; after: string }) => ({ label, after })))
  })
})
