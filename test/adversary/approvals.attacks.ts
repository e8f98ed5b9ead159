import { v7 as uuidv7 } from 'uuid'
import type { StageRule } from '../../server/db/tables.ts'
import { services } from '../../server/features/accounts/updates/services.fixture.ts'
import { policies } from '../../server/features/approvals/policies/policies.fixture.ts'
import type { TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { putPolicy } from '../putPolicy.ts'
import type { Attack, Target } from './attack.ts'
import { administrators, newPerson, signedIn, towerLeads } from './world.ts'

const comment = 'Fine by me.'
const oneWeekLater = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

async function newGroup(app: TestApp, ...members: string[]) {
  const id = crypto.randomUUID()
  await app.db.insertInto('directory_groups').values({ id, display_name: 'Approvers', checked_at: new Date() }).execute()
  const addSeat = async (person_id: string) =>
    void (await app.db.insertInto('directory_group_members').values({ group_id: id, person_id }).execute())
  const removeMember = async (person_id: string) =>
    void (await app.db.deleteFrom('directory_group_members').where('group_id', '=', id).where('person_id', '=', person_id).execute())
  for (const member of members) await addSeat(member)
  return { rule: { kind: 'directoryGroup', groupId: id } as StageRule, grant: addSeat, revoke: removeMember }
}

async function threeStages(app: TestApp, subjectKind: string) {
  const [firstName, thirdPersonId] = [await newPerson(app), await newPerson(app)]
  const seats = [await newGroup(app, firstName), await newGroup(app), await newGroup(app, thirdPersonId)]
  const stages = seats.map(({ rule }, index) => ({ name: `Stage ${index + 1}`, rule, minimum: 1 }))
  const restorePolicy = await putPolicy(app, subjectKind, { reject: [], approve: [], stages })
  const { grant: addSeat, revoke: removeSeat } = seats[1]!
  return { first: firstName, grant: addSeat, revoke: removeSeat, back: restorePolicy }
}

async function secondStage(app: TestApp) {
  const { first: firstName, grant: addSeat, revoke: removeSeat, back: restorePolicy } = await threeStages(app, 'accountRequest')
  const beneficiary = app.persona('Priya').id
  const { body } = await app.as(beneficiary).post('/account-requests', newRequest(app, { name: `adversary-${firstName.slice(0, 8)}` }))
  await restorePolicy()
  const id = body.approvals[0].id as string
  await (await signedIn(app, firstName)).post(`/account-approvals/${id}`, { decision: 'approve', stage: 1, comment })
  return { id, beneficiaryId: beneficiary, grant: addSeat, revoke: removeSeat, otherApproverId: firstName }
}

const voteBatch = async (app: TestApp, id: string) => {
  const { version } = await app.db.selectFrom('approvals').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  const body = { decision: 'approve', comment, items: [{ id, stage: 2, version }] }
  return { method: 'POST' as const, path: '/account-approvals/together', body }
}

async function accountRequest(app: TestApp): Promise<Target> {
  const { id, ...people } = await secondStage(app)
  const call = { method: 'POST' as const, path: `/account-approvals/${id}`, body: { decision: 'approve', stage: 2, comment } }
  return { call, others: [await voteBatch(app, id)], ...people }
}

async function accountUpdate(app: TestApp): Promise<Target> {
  const { first: firstName, grant: addSeat, revoke: removeSeat, back: restorePolicy } = await threeStages(app, 'accountUpdate')
  const of = services(app)
  const update = await of.ask(of.loadFree(0))
  await restorePolicy()
  const { id } = await app.db.selectFrom('approvals').select('id').where('subject_id', '=', update.id).executeTakeFirstOrThrow()
  const path = `/accounts/${update.account.id}/updates/${update.id}/approve`
  await (await signedIn(app, firstName)).post(path, { decision: 'approve', stage: 1, comment })
  const body = { decision: 'approve', stage: 2, comment }
  return {
    call: { method: 'POST', path, body },
    others: [{ method: 'POST', path: `/account-approvals/${id}`, body }, await voteBatch(app, id)],
    beneficiaryId: app.persona('Daniel').id,
    grant: addSeat,
    revoke: removeSeat,
    otherApproverId: firstName,
  }
}

async function policyChange(app: TestApp): Promise<Target> {
  const fixture = policies(app)
  const { stages } = await fixture.live('sandboxAccessRequest')
  const admin = { name: 'Security', rule: { kind: 'role', role: 'Slipway.Admin' }, minimum: 1 }
  const draft = await fixture.draft('sandboxAccessRequest', { stages: [...stages, admin] })
  const { body } = await fixture.propose(draft.path)
  const { approvalId } = body as { approvalId: string }
  return {
    call: { method: 'POST', path: `/account-approvals/${approvalId}`, body: { decision: 'approve', stage: 1, comment } },
    beneficiaryId: app.persona('Niamh').id,
    ...administrators(app),
    otherApproverId: app.persona('Margaret').id,
  }
}

async function reassign(app: TestApp): Promise<Target> {
  const { id, ...people } = await secondStage(app)
  const body = { to: await newPerson(app), stage: 2, comment: 'They know it better.' }
  return { call: { method: 'POST', path: `/account-approvals/${id}/pass-on`, body }, ...people }
}

async function revokeReassignment(app: TestApp): Promise<Target> {
  const { id, grant: addSeat, revoke: removeSeat, ...people } = await secondStage(app)
  return {
    call: { method: 'DELETE', path: `/account-approvals/${id}/pass-on` },
    ...people,
    grant: async (person_id) => {
      await addSeat(person_id)
      const row = { id: uuidv7(), approval_id: id, stage: 2, person_id, receiver_id: await newPerson(app), comment, created_at: new Date() }
      await app.db.insertInto('approval_reassignments').values(row).execute()
    },
    revoke: async (person_id) => {
      const endedReassignment = app.db.updateTable('approval_reassignments').set({ ended_at: new Date(), ended_by: person_id })
      await endedReassignment.where('approval_id', '=', id).where('person_id', '=', person_id).execute()
      await removeSeat(person_id)
    },
  }
}

async function substitute(app: TestApp): Promise<Target> {
  const { id, beneficiaryId: beneficiary } = await secondStage(app)
  const { towerId } = newRequest(app)
  const otherPersonId = await newPerson(app)
  await towerLeads(app, app.company.towers.find((tower) => tower.id !== towerId)!.id).grant(otherPersonId)
  const body = { stage: 2, personId: await newPerson(app), reason: 'Nobody who is asked can be reached.' }
  return {
    call: { method: 'POST', path: `/account-approvals/${id}/cover`, body },
    beneficiaryId: beneficiary,
    ...towerLeads(app, towerId),
    otherApproverId: otherPersonId,
  }
}

async function delegationFor(app: TestApp): Promise<Target> {
  const beneficiary = await newPerson(app)
  const body = { personId: await newPerson(app), delegateId: beneficiary, endsAt: oneWeekLater() }
  return {
    call: { method: 'POST', path: '/delegations', body },
    beneficiaryId: beneficiary,
    ...administrators(app),
    otherApproverId: await newPerson(app),
  }
}

async function delegation(app: TestApp) {
  const [person, beneficiary, otherPersonId] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const set = async (id: string, delegateId: string) =>
    (await (await signedIn(app, id)).post('/me/delegations', { delegateId, endsAt: oneWeekLater() })).body.id as string
  await set(otherPersonId, await newPerson(app))
  return { id: await set(person, beneficiary), beneficiaryId: beneficiary, otherApproverId: otherPersonId, ...administrators(app) }
}

async function laterEnd(app: TestApp): Promise<Target> {
  const { id, ...people } = await delegation(app)
  return { call: { method: 'PATCH', path: `/delegations/${id}`, body: { endsAt: null } }, ...people }
}

async function end(app: TestApp): Promise<Target> {
  const { id, beneficiaryId: beneficiary, ...people } = await delegation(app)
  return { call: { method: 'DELETE', path: `/delegations/${id}` }, ...people, beneficiaryId: beneficiary }
}

async function endFor(app: TestApp): Promise<Target> {
  const { id, ...people } = await delegation(app)
  return { call: { method: 'POST', path: `/delegations/${id}/end`, body: { reason: 'They are back.' } }, ...people }
}

const administrator = 'Administrators have this permission by their role.'
const declines = 'It only removes permissions: delegates can decline, and administrators can end any delegation.'

export const approvalAttacks: readonly Attack[] = [
  { operation: 'decideAccountApproval', effect: 'decides', prepare: accountRequest },
  { operation: 'decideAccountApproval', effect: 'decides', prepare: policyChange, allowed: { administrator } },
  { operation: 'approveAccountUpdate', effect: 'decides', prepare: accountUpdate },
  { operation: 'reassignApproval', effect: 'decides', prepare: reassign },
  {
    operation: 'revokeReassignment',
    effect: 'decides',
    prepare: revokeReassignment,
    allowed: {
      requester: 'It only returns a seat to its holder; requesters have no seat to reassign.',
      secondAccount: 'It only returns a seat to its holder; requesters have no seat with any of their user accounts.',
    },
  },
  { operation: 'addSubstituteApprover', effect: 'decides', prepare: substitute, allowed: { administrator } },
  { operation: 'setDelegationFor', effect: 'grants', prepare: delegationFor, allowed: { administrator } },
  { operation: 'updateDelegation', effect: 'prolongs', prepare: laterEnd, allowed: { administrator } },
  {
    operation: 'endDelegation',
    effect: 'erases',
    prepare: end,
    allowed: { administrator, requester: declines, secondAccount: declines },
  },
  {
    operation: 'endDelegationFor',
    effect: 'erases',
    prepare: endFor,
    allowed: { administrator, requester: declines, secondAccount: declines },
  },
]
