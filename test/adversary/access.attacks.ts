import { justification, requestAccess } from '../../server/features/access/assignments/access.fixture.ts'
import { pairOf } from '../../server/features/access/groups/conflicts.ts'
import { newGroup } from '../../server/features/accounts/groups/groups.fixture.ts'
import type { TestApp } from '../app.ts'
import { administration, administrator, inDays, membership, ownership, pickAccount, withoutBeneficiary } from './accessParties.ts'
import type { Attack, Target } from './attack.ts'

async function waitingRequest(app: TestApp) {
  const about = await pickAccount(app)
  // Group members are fetched only when they are outdated; a fetch during an attack would count as a change.
  await app.db
    .updateTable('directory_groups')
    .set({ checked_at: inDays(1) })
    .execute()
  const { body, approvalId } = await requestAccess(app, about.account)
  return { ...about, id: body.id as string, approvalId, path: `/accounts/${about.account.id}/accessRequests/${body.id}` }
}

async function accessDecision(app: TestApp): Promise<Target> {
  const { account, beneficiaryId, otherApproverId, id, approvalId } = await waitingRequest(app)
  const { version } = await app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()
  const vote = { decision: 'approve', comment: 'Go ahead.' }
  return {
    call: { method: 'PATCH', path: `/account-access/access-requests/${id}`, body: { ...vote, stage: 1 } },
    others: [
      { method: 'POST', path: `/account-approvals/${approvalId}`, body: { ...vote, stage: 1 } },
      { method: 'POST', path: '/account-approvals/together', body: { ...vote, items: [{ id: approvalId, stage: 1, version }] } },
    ],
    beneficiaryId,
    ...ownership(app, account),
    otherApproverId,
  }
}

/** Only the requester can make these calls; even administrators of the account can’t. */
const ownRequest =
  (transform: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, beneficiaryId, otherApproverId, path } = await waitingRequest(app)
    return { call: transform(path), beneficiaryId, ...ownership(app, account), otherApproverId }
  }

const assignmentTarget =
  (transform: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, readers, beneficiaryId, owner, otherApproverId } = await pickAccount(app)
    const id = await membership(app, readers.id, beneficiaryId, owner)
    return { call: transform(`/account-access/${id}`), beneficiaryId, ...ownership(app, account), otherApproverId }
  }

async function liftDuration(app: TestApp): Promise<Target> {
  const { readers, beneficiaryId, owner } = await pickAccount(app)
  await app.db.updateTable('access_groups').set({ max_duration_hours: 24 }).where('id', '=', readers.id).execute()
  const id = await membership(app, readers.id, beneficiaryId, owner)
  const call = { method: 'POST' as const, path: `/account-access/${id}/lift-maximum-stay`, body: { reason: justification } }
  return { call, beneficiaryId, ...administration(app), otherApproverId: owner }
}

async function grant(app: TestApp): Promise<Target> {
  const { readers, beneficiaryId, owner } = await pickAccount(app)
  const body = { personId: beneficiaryId, reason: justification, durationHours: 24 }
  return {
    call: { method: 'POST', path: `/account-access/${readers.id}`, body },
    beneficiaryId,
    ...administration(app),
    otherApproverId: owner,
  }
}

/** These calls by owners for groups of their accounts don’t grant access, so an owner takes the place of the beneficiary. */
const groupWork =
  (buildTarget: (path: string, groupId: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, contributors, owner, otherApproverId } = await pickAccount(app)
    return {
      call: buildTarget(`/accounts/${account.id}/groups`, contributors.id),
      beneficiaryId: owner,
      ...ownership(app, account),
      otherApproverId,
    }
  }

async function newConflict(app: TestApp): Promise<Target> {
  const { account, readers, contributors, owner, otherApproverId } = await pickAccount(app)
  const body = { groupId: contributors.id, reason: 'One checks what the other does.' }
  return {
    call: { method: 'POST', path: `/account-access/groups/${readers.id}/conflicts`, body },
    beneficiaryId: owner,
    ...ownership(app, account),
    otherApproverId,
  }
}

async function conflictRemoval(app: TestApp): Promise<Target> {
  const { account, readers, contributors, beneficiaryId, owner, otherApproverId } = await pickAccount(app)
  await membership(app, readers.id, beneficiaryId, owner)
  await app.db
    .insertInto('access_group_conflicts')
    .values({ ...pairOf(readers.id, contributors.id), reason: 'One checks what the other does.', created_by: owner })
    .execute()
  const path = `/account-access/groups/${contributors.id}/conflicts/${readers.id}`
  return { call: { method: 'DELETE', path }, beneficiaryId, ...ownership(app, account), otherApproverId }
}

export const accessAttacks: Attack[] = [
  { operation: 'decideAccessRequest', effect: 'decides', prepare: accessDecision },
  {
    operation: 'updateAccessRequest',
    effect: 'prolongs',
    prepare: ownRequest((path) => ({ method: 'PATCH', path, body: { justification, durationHours: 24 } })),
    allowed: { requester: 'people can change and withdraw their own requests' },
    verifiedBy: 'updateAccessRequest works',
  },
  {
    operation: 'withdrawAccessRequest',
    effect: 'erases',
    prepare: ownRequest((path) => ({ method: 'POST', path: `${path}/withdraw` })),
    allowed: { requester: 'people can change and withdraw their own requests' },
    verifiedBy: 'withdrawAccessRequest works',
  },
  {
    operation: 'updateAccountAccess',
    effect: 'prolongs',
    prepare: assignmentTarget((path) => ({ method: 'PATCH', path, body: { endsAt: inDays(30).toISOString() } })),
    allowed: { administrator },
  },
  {
    operation: 'revokeAccountAccess',
    effect: 'erases',
    prepare: assignmentTarget((path) => ({ method: 'DELETE', path })),
    allowed: {
      requester: 'people can end their own access',
      secondAccount: 'owners can end any access, and gain nothing by ending their own',
      administrator,
    },
  },
  {
    operation: 'liftMaximumDuration',
    effect: 'prolongs',
    prepare: liftDuration,
    allowed: { administrator: 'administrators can do this for other people' },
  },
  {
    operation: 'grantAccountAccess',
    effect: 'grants',
    prepare: grant,
    allowed: { administrator: 'administrators can do this for other people' },
  },
  {
    operation: 'createAccountGroup',
    effect: 'grants',
    prepare: groupWork((path) => ({ method: 'POST', path, body: newGroup('adversary') })),
    allowed: withoutBeneficiary('a new group has no members, and other people decide on access requests'),
  },
  {
    operation: 'updateAccountGroup',
    effect: 'prolongs',
    prepare: groupWork((path, id) => ({ method: 'PATCH', path: `${path}/${id}`, body: { maxDurationHours: 8_000 } })),
    allowed: withoutBeneficiary('members keep their end dates, and other people decide on extensions'),
  },
  {
    operation: 'deleteAccountGroup',
    effect: 'erases',
    prepare: groupWork((path, id) => ({ method: 'DELETE', path: `${path}/${id}` })),
    allowed: withoutBeneficiary('it ends the access of all members'),
  },
  {
    operation: 'addGroupConflict',
    effect: 'decides',
    prepare: newConflict,
    allowed: withoutBeneficiary('a conflict only makes access harder to get'),
  },
  { operation: 'removeGroupConflict', effect: 'erases', prepare: conflictRemoval, allowed: { administrator } },
]
