import { randomUUID } from 'node:crypto'
import { newAccountBody } from '../../server/features/accounts/accounts/newAccountBody.fixture.ts'
import { decommissionableAccount, decommissioning } from '../../server/features/accounts/decommission/decommissionable.fixture.ts'
import type { TestApp } from '../app.ts'
import type { Attack, Call, Target } from './attack.ts'
import { accountOwners, administrators, newPerson, towerLeads } from './world.ts'

const usedByApp = new WeakMap<TestApp, Set<string>>()

/** Returns an active account that no other case uses, with a tower, at least two owners, and fewer owners than the limit. */
function unusedAccount(app: TestApp) {
  const usedIds = usedByApp.get(app) ?? new Set()
  usedByApp.set(app, usedIds)
  const account = app.company.accounts.findLast(
    ({ id, status, kind, ownerIds }) => !usedIds.has(id) && status === 'active' && kind === 'cloud' && ownerIds.length < 5,
  )!
  usedIds.add(account.id)
  return account
}

async function ownerOfOtherAccount(app: TestApp): Promise<string> {
  const id = await newPerson(app)
  await accountOwners(app, unusedAccount(app).id).grant(id)
  return id
}

async function leadElsewhere(app: TestApp, towerId: string): Promise<string> {
  const id = await newPerson(app)
  await towerLeads(app, app.company.towers.find((tower) => tower.id !== towerId)!.id).grant(id)
  return id
}

async function newOwner(app: TestApp) {
  const account = unusedAccount(app)
  const beneficiary = await newPerson(app)
  const body = { ownerIds: [...account.ownerIds, beneficiary] }
  const asAdministrator: Call = { method: 'PATCH', path: `/accounts/admin/${account.id}/owners`, body }
  const asOwner: Call = { method: 'PATCH', path: `/accounts/myAccounts/${account.id}/owners`, body }
  const bulkCall: Call = {
    method: 'POST',
    path: '/accounts/bulk',
    body: { ids: [account.id], change: { addOwnerId: beneficiary } },
  }
  return { account, beneficiaryId: beneficiary, asAdministrator, asOwner, together: bulkCall }
}

async function ownersByAdministrator(app: TestApp): Promise<Target> {
  const { beneficiaryId: beneficiary, asAdministrator, asOwner, together: bulkCall } = await newOwner(app)
  const people = { beneficiaryId: beneficiary, ...administrators(app), otherApproverId: await ownerOfOtherAccount(app) }
  return { call: asAdministrator, others: [asOwner, bulkCall], ...people }
}

async function ownersByOwner(app: TestApp): Promise<Target> {
  const { account, beneficiaryId: beneficiary, asAdministrator, asOwner, together: bulkCall } = await newOwner(app)
  const people = { beneficiaryId: beneficiary, ...accountOwners(app, account.id), otherApproverId: await ownerOfOtherAccount(app) }
  return { call: asOwner, others: [bulkCall, asAdministrator], ...people }
}

async function jointOwners(app: TestApp): Promise<Target> {
  const { beneficiaryId: beneficiary, together: bulkCall } = await newOwner(app)
  return { call: bulkCall, beneficiaryId: beneficiary, ...administrators(app), otherApproverId: await ownerOfOtherAccount(app) }
}

/** Returns an account whose owner has moved to another department. That owner benefits from the result. */
async function accountOfMovedOwner(app: TestApp) {
  const account = unusedAccount(app)
  const beneficiary = await newPerson(app)
  await accountOwners(app, account.id).grant(beneficiary)
  const id = randomUUID()
  const gap = {
    id,
    account_id: account.id,
    person_id: beneficiary,
    reason: 'moved' as const,
    former_department: 'Commerce',
    opened_at: new Date(),
  }
  await app.db.insertInto('ownership_gaps').values(gap).execute()
  return { account, gapId: id, beneficiaryId: beneficiary, path: `/accounts/${account.id}/ownership` }
}

function createRequest(app: TestApp, gapId: string): Pick<Target, 'grant' | 'revoke'> {
  const row = { gap_id: gapId, rank: 9, reason: 'Works with them.', status: 'proposed' as const, requested_at: new Date() }
  return {
    grant: async (person_id) =>
      void (await app.db
        .insertInto('ownership_proposals')
        .values({ ...row, person_id })
        .execute()),
    revoke: async (person_id) =>
      void (await app.db.deleteFrom('ownership_proposals').where('gap_id', '=', gapId).where('person_id', '=', person_id).execute()),
  }
}

const respondToGap =
  (choice: 'accept' | 'decline') =>
  async (app: TestApp): Promise<Target> => {
    const { gapId, beneficiaryId: beneficiary, path } = await accountOfMovedOwner(app)
    const otherPersonId = await newPerson(app)
    await createRequest(app, (await accountOfMovedOwner(app)).gapId).grant(otherPersonId)
    return {
      call: { method: 'POST', path: `${path}/${choice}`, body: { gapId } },
      beneficiaryId: beneficiary,
      ...createRequest(app, gapId),
      otherApproverId: otherPersonId,
    }
  }

async function propose(app: TestApp): Promise<Target> {
  const { account, gapId, path } = await accountOfMovedOwner(app)
  const beneficiary = await newPerson(app)
  const people = {
    beneficiaryId: beneficiary,
    ...towerLeads(app, account.towerId),
    otherApproverId: await leadElsewhere(app, account.towerId),
  }
  return { call: { method: 'POST', path: `${path}/propose`, body: { gapId, personId: beneficiary } }, ...people }
}

async function keep(app: TestApp): Promise<Target> {
  const { account, gapId, beneficiaryId: beneficiary, path } = await accountOfMovedOwner(app)
  const people = {
    beneficiaryId: beneficiary,
    ...towerLeads(app, account.towerId),
    otherApproverId: await leadElsewhere(app, account.towerId),
  }
  return { call: { method: 'POST', path: `${path}/keep`, body: { gapId } }, ...people }
}

async function ownedTarget(app: TestApp, accountId: string, call: Call): Promise<Target> {
  return { call, beneficiaryId: await newPerson(app), ...accountOwners(app, accountId), otherApproverId: await ownerOfOtherAccount(app) }
}

async function decommission(app: TestApp): Promise<Target> {
  const { id, name } = decommissionableAccount(app, 0)
  const path = `/accounts/${id}/updates/decommission`
  const { fingerprint } = (await app.as(app.persona('Niamh').id).get(`${path}/rehearsal`)).body
  const body = { confirmName: name, reason: 'It is not used any more.', fingerprint }
  return ownedTarget(app, id, { method: 'POST', path, body })
}

const startGracePeriod = (action: 'goOn' | 'undo', n: number) => async (app: TestApp) => {
  const { accountId, updateId } = await decommissioning(app, decommissionableAccount(app, n))
  await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', accountId).execute()
  const oneWeekLater = new Date(Date.now() + 7 * 86_400_000)
  await app.db
    .insertInto('account_decommissions')
    .values({
      update_id: updateId,
      account_id: accountId,
      phase: 'grace',
      access: JSON.stringify({ assignments: [], eligibilities: [] }),
      files: JSON.stringify([]),
      started_at: new Date(),
      grace_ends_at: oneWeekLater,
    } as never)
    .execute()
  return ownedTarget(app, accountId, { method: 'POST', path: `/accounts/${accountId}/updates/${updateId}/${action}` })
}

async function restore(app: TestApp): Promise<Target> {
  const deletedAccounts = app.db.selectFrom('account_decommissions').select('account_id').where('phase', '=', 'gone')
  const { account_id } = await deletedAccounts.executeTakeFirstOrThrow()
  return ownedTarget(app, account_id, { method: 'POST', path: `/accounts/${account_id}/restore` })
}

async function deleteRecord(app: TestApp): Promise<Target> {
  const { body } = await app.as(app.persona('Niamh').id).post('/accounts', newAccountBody(app))
  const people = { beneficiaryId: await newPerson(app), ...accountOwners(app, body.id), otherApproverId: await ownerOfOtherAccount(app) }
  return { call: { method: 'DELETE', path: `/accounts/${body.id}` }, ...people }
}

async function newRecord(app: TestApp): Promise<Target> {
  const beneficiary = await newPerson(app)
  const body = newAccountBody(app, { ownerIds: [app.persona('Daniel').id, beneficiary] })
  return {
    call: { method: 'POST', path: '/accounts', body },
    beneficiaryId: beneficiary,
    ...administrators(app),
    otherApproverId: app.persona('Daniel').id,
  }
}

const administrator = 'Administrators have this permission by their role.'
const owner = 'An owner who is added again gains nothing.'
const decline = 'A declined proposal doesn’t change the owners.'
const request = 'It only requests; the approvers of the account decide.'
const approved = 'It benefits no person: the decommission was approved, and the owners can skip the grace period.'
const restoresAccess = 'It benefits no person: it restores only access that people had before.'
const nothingGained = 'It benefits no person: it deletes the record of an account that has nothing in the cloud.'

export const accountAttacks: readonly Attack[] = [
  { operation: 'adminUpdateAccountOwners', effect: 'grants', prepare: ownersByAdministrator, allowed: { administrator } },
  { operation: 'updateMyAccountOwners', effect: 'grants', prepare: ownersByOwner, allowed: { administrator, requester: owner } },
  { operation: 'bulkUpdateAccounts', effect: 'grants', prepare: jointOwners, allowed: { administrator } },
  { operation: 'acceptOwnership', effect: 'grants', prepare: respondToGap('accept') },
  {
    operation: 'declineOwnership',
    effect: 'decides',
    prepare: respondToGap('decline'),
    allowed: { requester: decline, secondAccount: decline },
  },
  { operation: 'proposeOwner', effect: 'grants', prepare: propose, allowed: { administrator } },
  { operation: 'keepOwner', effect: 'prolongs', prepare: keep, allowed: { administrator } },
  {
    operation: 'requestDecommission',
    effect: 'erases',
    prepare: decommission,
    allowed: { administrator, requester: request, secondAccount: request },
  },
  {
    operation: 'skipGracePeriod',
    effect: 'erases',
    prepare: startGracePeriod('goOn', 1),
    allowed: { administrator, requester: approved, secondAccount: approved },
  },
  {
    operation: 'undoDecommission',
    effect: 'grants',
    prepare: startGracePeriod('undo', 2),
    allowed: { administrator, requester: restoresAccess, secondAccount: restoresAccess },
  },
  {
    operation: 'restoreAccount',
    effect: 'grants',
    prepare: restore,
    allowed: { administrator, requester: restoresAccess, secondAccount: restoresAccess },
  },
  {
    operation: 'deleteAccount',
    effect: 'erases',
    prepare: deleteRecord,
    allowed: { administrator, requester: nothingGained, secondAccount: nothingGained },
  },
  { operation: 'createAccount', effect: 'grants', prepare: newRecord, allowed: { administrator } },
]
