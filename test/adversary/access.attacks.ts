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
  const { account, gains, elsewhere, id, approvalId } = await waitingRequest(app)
  const { version } = await app.db.selectFrom('approvals').select('version').where('id', '=', approvalId).executeTakeFirstOrThrow()
  const vote = { decision: 'approve', comment: 'Go ahead.' }
  return {
    call: { method: 'PATCH', path: `/account-access/access-requests/${id}`, body: { ...vote, stage: 1 } },
    others: [
      { method: 'POST', path: `/account-approvals/${approvalId}`, body: { ...vote, stage: 1 } },
      { method: 'POST', path: '/account-approvals/together', body: { ...vote, items: [{ id: approvalId, stage: 1, version }] } },
    ],
    gains,
    ...ownership(app, account),
    elsewhere,
  }
}

/** Only the requester can make these calls; even administrators of the account can’t. */
const ownRequest =
  (transform: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, gains, elsewhere, path } = await waitingRequest(app)
    return { call: transform(path), gains, ...ownership(app, account), elsewhere }
  }

const assignmentTarget =
  (transform: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, readers, gains, owner, elsewhere } = await pickAccount(app)
    const id = await membership(app, readers.id, gains, owner)
    return { call: transform(`/account-access/${id}`), gains, ...ownership(app, account), elsewhere }
  }

async function liftDuration(app: TestApp): Promise<Target> {
  const { readers, gains, owner } = await pickAccount(app)
  await app.db.updateTable('access_groups').set({ max_duration_hours: 24 }).where('id', '=', readers.id).execute()
  const id = await membership(app, readers.id, gains, owner)
  const call = { method: 'POST' as const, path: `/account-access/${id}/lift-maximum-stay`, body: { reason: justification } }
  return { call, gains, ...administration(app), elsewhere: owner }
}

async function grant(app: TestApp): Promise<Target> {
  const { readers, gains, owner } = await pickAccount(app)
  const body = { personId: gains, reason: justification, durationHours: 24 }
  return { call: { method: 'POST', path: `/account-access/${readers.id}`, body }, gains, ...administration(app), elsewhere: owner }
}

/**
 * Owners make these calls for the groups of their accounts. The calls don’t give access, so an owner takes the place of the beneficiary.
 */
const groupWork =
  (buildTarget: (path: string, groupId: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, contributors, owner, elsewhere } = await pickAccount(app)
    return { call: buildTarget(`/accounts/${account.id}/groups`, contributors.id), gains: owner, ...ownership(app, account), elsewhere }
  }

async function newConflict(app: TestApp): Promise<Target> {
  const { account, readers, contributors, owner, elsewhere } = await pickAccount(app)
  const body = { groupId: contributors.id, reason: 'One checks what the other does.' }
  return {
    call: { method: 'POST', path: `/account-access/groups/${readers.id}/conflicts`, body },
    gains: owner,
    ...ownership(app, account),
    elsewhere,
  }
}

async function conflictRemoval(app: TestApp): Promise<Target> {
  const { account, readers, contributors, gains, owner, elsewhere } = await pickAccount(app)
  await membership(app, readers.id, gains, owner)
  await app.db
    .insertInto('access_group_conflicts')
    .values({ ...pairOf(readers.id, contributors.id), reason: 'One checks what the other does.', created_by: owner })
    .execute()
  const path = `/account-access/groups/${contributors.id}/conflicts/${readers.id}`
  return { call: { method: 'DELETE', path }, gains, ...ownership(app, account), elsewhere }
}

export const accessAttacks: Attack[] = [
  { operation: 'decideAccessRequest', effect: 'decides', prepare: accessDecision },
  {
    operation: 'updateAccessRequest',
    effect: 'prolongs',
    prepare: ownRequest((path) => ({ method: 'PATCH', path, body: { justification, durationHours: 24 } })),
    allowed: { requester: 'the request is theirs' },
    verifiedBy: 'updateAccessRequest works',
  },
  {
    operation: 'withdrawAccessRequest',
    effect: 'erases',
    prepare: ownRequest((path) => ({ method: 'POST', path: `${path}/withdraw` })),
    allowed: { requester: 'the request is theirs' },
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
      requester: 'everyone may give up what they have',
      secondAccount: 'an owner may end the access of anybody, and gains nothing by ending their own',
      administrator,
    },
  },
  {
    operation: 'liftMaximumDuration',
    effect: 'prolongs',
    prepare: liftDuration,
    allowed: { administrator: 'they are the ones who can, for others' },
  },
  {
    operation: 'grantAccountAccess',
    effect: 'grants',
    prepare: grant,
    allowed: { administrator: 'they are the ones who may, for others' },
  },
  {
    operation: 'createAccountGroup',
    effect: 'grants',
    prepare: groupWork((path) => ({ method: 'POST', path, body: newGroup('adversary') })),
    allowed: withoutBeneficiary('a new group has nobody in it, and whoever is let in is decided on by somebody else'),
  },
  {
    operation: 'updateAccountGroup',
    effect: 'prolongs',
    prepare: groupWork((path, id) => ({ method: 'PATCH', path: `${path}/${id}`, body: { maxDurationHours: 8_000 } })),
    allowed: withoutBeneficiary('whoever is in stays as long as was agreed, and longer is decided on by somebody else'),
  },
  {
    operation: 'deleteAccountGroup',
    effect: 'erases',
    prepare: groupWork((path, id) => ({ method: 'DELETE', path: `${path}/${id}` })),
    allowed: withoutBeneficiary('it takes access from everybody who is in'),
  },
  {
    operation: 'addGroupConflict',
    effect: 'decides',
    prepare: newConflict,
    allowed: withoutBeneficiary('a conflict only makes access harder to get'),
  },
  { operation: 'removeGroupConflict', effect: 'erases', prepare: conflictRemoval, allowed: { administrator } },
]
