import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sandboxHosts } from '../../sample/sandboxHosts.ts'
import type { StageRule } from '../../server/db/tables.ts'
import { justification, type TeamSandbox, teamSandbox } from '../../server/features/sandboxes/access/sandboxAccess.fixture.ts'
import { requestBody, template } from '../../server/features/sandboxes/requests/sandboxRequests.fixture.ts'
import { newTemplate } from '../../server/features/sandboxes/templates/sandboxTemplates.fixture.ts'
import { findPerson, patchPerson } from '../../simulator/core/directory.ts'
import type { TestApp } from '../app.ts'
import { putPolicy } from '../putPolicy.ts'
import type { Adversary, Attack, Call, Target } from './attack.ts'
import { newPerson, signedIn } from './world.ts'

type AccessTarget = Pick<Target, 'grant' | 'revoke'>

function adminTarget(app: TestApp): AccessTarget {
  const assign = async (id: string, roles: string[]) => {
    if (findPerson(app.simulator, id)) patchPerson(app.simulator, id, { appRoles: roles })
    // The simulator doesn’t know people created by a test, so its next sync of roles must not count for them.
    const roles_synced_at = new Date(Date.now() + 3_600_000)
    await app.db.updateTable('people').set({ roles, roles_synced_at }).where('id', '=', id).execute()
  }
  return { grant: (id) => assign(id, ['Slipway.Admin']), revoke: (id) => assign(id, []) }
}

function ownerTarget(app: TestApp, sandboxId: string): AccessTarget {
  return {
    async grant(person_id) {
      const next = sql<number>`(select max(position) + 1 from sandbox_owners where sandbox_id = ${sandboxId})`
      await app.db.insertInto('sandbox_owners').values({ sandbox_id: sandboxId, person_id, position: next }).execute()
    },
    async revoke(person_id) {
      await app.db.deleteFrom('sandbox_owners').where('sandbox_id', '=', sandboxId).where('person_id', '=', person_id).execute()
    },
  }
}

async function seats(app: TestApp, ...members: string[]): Promise<AccessTarget & { rule: StageRule }> {
  const id = randomUUID()
  await app.db.insertInto('directory_groups').values({ id, display_name: 'Approvers', checked_at: new Date() }).execute()
  const grant = async (person_id: string) =>
    void (await app.db.insertInto('directory_group_members').values({ group_id: id, person_id }).execute())
  const revoke = async (person_id: string) =>
    void (await app.db.deleteFrom('directory_group_members').where('group_id', '=', id).where('person_id', '=', person_id).execute())
  for (const member of members) await grant(member)
  return { rule: { kind: 'directoryGroup', groupId: id }, grant, revoke }
}

/** Creates a request in the second of three stages. The approver of the first stage isn’t an approver of the second. */
async function inSecondStage(
  app: TestApp,
  subjectKind: string,
  sendRequest: () => Promise<{ id: string; approvalId: string }>,
): Promise<AccessTarget & { otherApproverId: string; requestId: string; approvalId: string; version: number }> {
  const firstPersonId = await newPerson(app)
  const groups = [await seats(app, firstPersonId), await seats(app), await seats(app, await newPerson(app))]
  const stages = groups.map(({ rule }, index) => ({ name: `Stage ${index + 1}`, rule, minimum: 1 }))
  const restorePolicy = await putPolicy(app, subjectKind, { reject: [], approve: [], stages })
  const { id: requestId, approvalId } = await sendRequest().finally(restorePolicy)
  const vote = { decision: 'approve', stage: 1, comment: 'Fine by me.' }
  requireSuccess(await (await signedIn(app, firstPersonId)).post(`/account-approvals/${approvalId}`, vote))
  const { version } = await app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()
  return { grant: groups[1]!.grant, revoke: groups[1]!.revoke, otherApproverId: firstPersonId, requestId, approvalId, version }
}

function requireSuccess<T extends { status: number; body: unknown }>(response: T): T {
  if (response.status >= 400) throw new Error(`The target of an attack could not be prepared: ${JSON.stringify(response.body)}`)
  return response
}

const approve = { decision: 'approve', comment: 'Fine by me.' }
const byApproval = ({ approvalId: id, version }: { approvalId: string; version: number }): Call[] => [
  { method: 'POST', path: `/account-approvals/${id}`, body: { ...approve, stage: 2 } },
  { method: 'POST', path: '/account-approvals/together', body: { ...approve, items: [{ id, stage: 2, version }] } },
]

async function sandboxRequest(app: TestApp) {
  const beneficiary = await newPerson(app)
  const templateId = await template(app)
  const sendRequest = async () => {
    const { body } = requireSuccess(
      await (await signedIn(app, beneficiary)).post('/sandbox-requests/new', requestBody(app, templateId, { ownerIds: [beneficiary] })),
    )
    return { id: body.id, approvalId: body.approvals[0].id }
  }
  return { beneficiaryId: beneficiary, ...(await inSecondStage(app, 'sandboxRequest', sendRequest)) }
}

async function accessRequest(app: TestApp) {
  const { sandbox } = await ownedSandbox(app)
  const beneficiary = await newPerson(app)
  const sendRequest = async () => {
    const requestBody = { groupId: sandbox.team.id, justification, durationHours: 48 }
    const { body } = requireSuccess(await (await signedIn(app, beneficiary)).post(`/sandboxes/${sandbox.id}/accessRequests`, requestBody))
    return { id: body.id, approvalId: body.approvals[0].id }
  }
  return { sandbox, beneficiaryId: beneficiary, ...(await inSecondStage(app, 'sandboxAccessRequest', sendRequest)) }
}

async function ownedSandbox(app: TestApp, requestBody: Parameters<typeof teamSandbox>[1] = {}) {
  const [owner, otherPersonId] = [await newPerson(app), await newPerson(app)]
  const sandbox = await teamSandbox(app, { owners: [owner], ...requestBody })
  await teamSandbox(app, { owners: [otherPersonId] })
  return { sandbox, owner, otherApproverId: otherPersonId, ...ownerTarget(app, sandbox.id) }
}

const administrators = { administrator: 'Administrators can do this to every sandbox.' }
/** These operations don’t grant access, so owners can use them with any of their user accounts. */
const owners = {
  ...administrators,
  requester: 'Owners can do this to their own sandbox.',
  secondAccount: 'The second account owns the sandbox too, and gains nothing.',
}

function ofOwner(
  operation: string,
  does: Attack['effect'],
  call: (sandbox: TeamSandbox) => Call,
  { before, requestBody = {} }: { before?: (sandbox: TeamSandbox) => Call; requestBody?: Parameters<typeof teamSandbox>[1] } = {},
): Attack {
  return {
    operation,
    effect: does,
    allowed: owners,
    async prepare(app) {
      const { sandbox, owner, ...remaining } = await ownedSandbox(app, requestBody)
      if (before) await sendAs(app, owner, before(sandbox))
      return { ...remaining, call: call(sandbox), beneficiaryId: owner }
    },
  }
}

async function sendAs(app: TestApp, id: string, { method, path, body }: Call): Promise<void> {
  const caller = await signedIn(app, id)
  requireSuccess(await (method === 'DELETE' ? caller.delete(path) : caller.post(path, body)))
}

async function membership(app: TestApp) {
  const target = await ownedSandbox(app)
  const beneficiary = await newPerson(app)
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  const owner = await signedIn(app, target.owner)
  const invitation = { groupId: target.sandbox.team.id, members: [{ personId: beneficiary, endsAt }] }
  const { body } = requireSuccess(await owner.post(`/sandboxes/${target.sandbox.id}/members`, invitation))
  return { ...target, beneficiaryId: beneficiary, path: `/sandbox-access/access/${body[0].id}` }
}

const withoutBenefit: Partial<Record<Adversary, string>> = {
  administrator: 'This is for administrators.',
  requester: 'An administrator gains nothing by it.',
  secondAccount: 'The second account is an administrator too, and gains nothing.',
}

function ofAdmin(operation: string, does: Attack['effect'], prepare: (app: TestApp) => Promise<{ call: Call; owner?: string }>): Attack {
  return {
    operation,
    effect: does,
    allowed: withoutBenefit,
    async prepare(app) {
      const [beneficiary, admin] = [await newPerson(app), adminTarget(app)]
      await admin.grant(beneficiary)
      const { call, owner } = await prepare(app)
      return { ...admin, call, beneficiaryId: beneficiary, otherApproverId: owner ?? (await ownedSandbox(app)).owner }
    },
  }
}

/** An administrator can add members to a group by this operation; the owner can’t. */
function addMembersAttack(operation: string, pathSuffix: string, body: (beneficiary: string, memberId: string) => object): Attack {
  return {
    operation,
    effect: 'grants',
    allowed: administrators,
    async prepare(app) {
      const { sandbox, owner } = await ownedSandbox(app)
      const beneficiary = await newPerson(app)
      const path = `/sandbox-access/groups/${sandbox.team.id}/${pathSuffix}`
      return {
        ...adminTarget(app),
        otherApproverId: owner,
        beneficiaryId: beneficiary,
        call: { method: 'POST', path, body: body(beneficiary, await newPerson(app)) },
      }
    },
  }
}

const newAdmin = async (app: TestApp): Promise<string> => {
  const id = await newPerson(app)
  await adminTarget(app).grant(id)
  return id
}

async function newHost(app: TestApp): Promise<string> {
  const id = randomUUID()
  const host = {
    id,
    subscription_id: randomUUID(),
    name: `Host ${id.slice(0, 8)}`,
    kind: 'shared' as const,
    capacity: 2,
    cooldown_until: null,
  }
  await app.db.insertInto('sandbox_hosts').values(host).execute()
  return id
}

const reason = 'To keep costs down.'
const reviewedApart = 'Only the requester can do this, so there is no permission to give to other people.'
const ownRequestReasons = { requester: 'People can change and withdraw their own requests.' }

export const sandboxAttacks: Attack[] = [
  {
    operation: 'reviewSandboxRequest',
    effect: 'decides',
    async prepare(app) {
      const request = await sandboxRequest(app)
      return {
        ...request,
        call: { method: 'POST', path: `/sandbox-requests/${request.requestId}/review`, body: { ...approve, stage: 2 } },
        others: byApproval(request),
      }
    },
  },
  {
    operation: 'decideSandboxAccessRequest',
    effect: 'decides',
    async prepare(app) {
      const request = await accessRequest(app)
      return {
        ...request,
        call: { method: 'PATCH', path: `/sandbox-access/requests/${request.requestId}`, body: { ...approve, stage: 2 } },
        others: byApproval(request),
      }
    },
  },
  {
    operation: 'inviteSandboxMembers',
    effect: 'grants',
    allowed: administrators,
    async prepare(app) {
      const { sandbox, owner: _, ...remaining } = await ownedSandbox(app)
      const beneficiary = await newPerson(app)
      const members = [{ personId: await newPerson(app) }, { personId: beneficiary }]
      const body = { groupId: sandbox.team.id, members }
      return { ...remaining, beneficiaryId: beneficiary, call: { method: 'POST', path: `/sandboxes/${sandbox.id}/members`, body } }
    },
  },
  addMembersAttack('addSandboxMembers', 'members', (personId, otherName) => ({ members: [{ personId: otherName }, { personId }] })),
  addMembersAttack('addSandboxMember', 'member', (personId) => ({ personId })),
  {
    operation: 'updateSandboxAccess',
    effect: 'prolongs',
    allowed: administrators,
    async prepare(app) {
      const { path, ...remaining } = await membership(app)
      return { ...remaining, call: { method: 'PATCH', path, body: { endsAt: new Date(Date.now() + 3 * 86_400_000).toISOString() } } }
    },
  },
  {
    operation: 'revokeSandboxAccess',
    effect: 'erases',
    allowed: { ...owners, requester: 'People can end their own access.' },
    async prepare(app) {
      const { path, ...remaining } = await membership(app)
      return { ...remaining, call: { method: 'DELETE', path } }
    },
  },
  ofOwner('extendSandbox', 'prolongs', ({ id }) => ({
    method: 'POST',
    path: `/sandboxes/${id}/extend`,
    body: { hours: 24, budget: 1_000, justification },
  })),
  ofOwner('freezeSandbox', 'decides', ({ id }) => ({ method: 'POST', path: `/sandboxes/${id}/freeze`, body: { reason } })),
  ofOwner('resumeSandbox', 'decides', ({ id }) => ({ method: 'POST', path: `/sandboxes/${id}/thaw`, body: { reason } }), {
    before: ({ id }) => ({ method: 'POST', path: `/sandboxes/${id}/freeze`, body: { reason } }),
  }),
  ofAdmin('resumeSandbox', 'decides', async (app) => {
    const { sandbox, owner } = await ownedSandbox(app)
    await sendAs(app, await newAdmin(app), { method: 'POST', path: `/sandboxes/${sandbox.id}/freeze`, body: { reason } })
    return { owner, call: { method: 'POST', path: `/sandboxes/${sandbox.id}/thaw`, body: { reason } } }
  }),
  ofOwner('undoSandboxDeletion', 'prolongs', ({ id }) => ({ method: 'POST', path: `/sandboxes/${id}/takeBack` }), {
    before: ({ id }) => ({ method: 'DELETE', path: `/sandboxes/${id}` }),
  }),
  ofAdmin('undoSandboxDeletion', 'prolongs', async (app) => {
    const { sandbox, owner } = await ownedSandbox(app)
    await sendAs(app, await newAdmin(app), { method: 'DELETE', path: `/sandboxes/admin/${sandbox.id}` })
    return { owner, call: { method: 'POST', path: `/sandboxes/${sandbox.id}/takeBack` } }
  }),
  ofOwner('deleteSandbox', 'erases', ({ id }) => ({ method: 'DELETE', path: `/sandboxes/${id}` })),
  ofAdmin('deleteSandboxAsAdmin', 'erases', async (app) => {
    const { sandbox, owner } = await ownedSandbox(app)
    return { owner, call: { method: 'DELETE', path: `/sandboxes/admin/${sandbox.id}` } }
  }),
  {
    operation: 'updateSandboxOwners',
    effect: 'grants',
    allowed: { ...administrators, requester: 'Only owners of the sandbox have the permission, and they gain nothing.' },
    async prepare(app) {
      const { sandbox, owner, ...remaining } = await ownedSandbox(app)
      const beneficiary = await newPerson(app)
      return {
        ...remaining,
        beneficiaryId: beneficiary,
        call: { method: 'PATCH', path: `/sandboxes/${sandbox.id}/owners`, body: { ownerIds: [owner, beneficiary] } },
      }
    },
  },
  {
    operation: 'updateSandboxOwnersAsAdmin',
    effect: 'grants',
    allowed: { administrator: 'This is for administrators.' },
    async prepare(app) {
      const { sandbox, owner } = await ownedSandbox(app)
      const beneficiary = await newPerson(app)
      const call: Call = { method: 'PATCH', path: `/sandboxes/admin/${sandbox.id}/owners`, body: { ownerIds: [owner, beneficiary] } }
      return { ...adminTarget(app), beneficiaryId: beneficiary, otherApproverId: owner, call }
    },
  },
  {
    operation: 'updateSandboxRequest',
    effect: 'grants',
    allowed: ownRequestReasons,
    verifiedBy: `updateSandboxRequest.test.ts. ${reviewedApart}`,
    async prepare(app) {
      const { requestId, ...remaining } = await sandboxRequest(app)
      return { ...remaining, call: { method: 'PATCH', path: `/sandbox-requests/${requestId}`, body: { budget: 4_500 } } }
    },
  },
  {
    operation: 'withdrawSandboxRequest',
    effect: 'erases',
    allowed: ownRequestReasons,
    verifiedBy: `withdrawSandboxRequest.test.ts. ${reviewedApart}`,
    async prepare(app) {
      const { requestId, ...remaining } = await sandboxRequest(app)
      return { ...remaining, call: { method: 'POST', path: `/sandbox-requests/${requestId}/withdraw` } }
    },
  },
  {
    operation: 'updateSandboxAccessRequest',
    effect: 'grants',
    allowed: ownRequestReasons,
    verifiedBy: `updateSandboxAccessRequest.test.ts. ${reviewedApart}`,
    async prepare(app) {
      const { sandbox, requestId, ...remaining } = await accessRequest(app)
      const path = `/sandboxes/${sandbox.id}/accessRequests/${requestId}`
      return { ...remaining, call: { method: 'PATCH', path, body: { justification, durationHours: 96 } } }
    },
  },
  {
    operation: 'withdrawSandboxAccessRequest',
    effect: 'erases',
    allowed: ownRequestReasons,
    verifiedBy: `withdrawSandboxAccessRequest.test.ts. ${reviewedApart}`,
    async prepare(app) {
      const { sandbox, requestId, ...remaining } = await accessRequest(app)
      return { ...remaining, call: { method: 'POST', path: `/sandboxes/${sandbox.id}/accessRequests/${requestId}/withdraw` } }
    },
  },
  ofAdmin('retriggerSandboxQueue', 'decides', async (app) => {
    const { sandbox, owner } = await ownedSandbox(app, { status: 'failed' })
    const action = { id: randomUUID(), sandbox_id: sandbox.id, kind: 'provision' as const, status: 'failed' as const, ended_at: new Date() }
    await app.db.insertInto('sandbox_actions').values(action).execute()
    return { owner, call: { method: 'POST', path: '/sandbox-requests/queue/provisioning/retrigger' } }
  }),
  ofAdmin('createSandboxTemplate', 'grants', async () => ({
    call: { method: 'POST', path: '/sandbox-templates', body: newTemplate({ name: `Template ${randomUUID().slice(0, 8)}` }) },
  })),
  ofAdmin('updateSandboxTemplate', 'grants', async (app) => ({
    call: { method: 'PATCH', path: `/sandbox-templates/${await template(app)}`, body: { approval: { mode: 'automatic' } } },
  })),
  ofAdmin('deleteSandboxTemplate', 'erases', async (app) => ({
    call: { method: 'DELETE', path: `/sandbox-templates/${await template(app)}` },
  })),
  ofAdmin('createSandboxHost', 'grants', async () => {
    const { subscriptionId } = sandboxHosts.find(({ kind }) => kind === 'shared')!
    return { call: { method: 'POST', path: '/sandbox-hosts', body: { kind: 'shared', capacity: 2, subscriptionId } } }
  }),
  ofAdmin('updateSandboxHost', 'grants', async (app) => ({
    call: { method: 'PATCH', path: `/sandbox-hosts/${await newHost(app)}`, body: { capacity: 5 } },
  })),
  ofAdmin('deleteSandboxHost', 'erases', async (app) => ({
    call: { method: 'DELETE', path: `/sandbox-hosts/${await newHost(app)}` },
  })),
]
