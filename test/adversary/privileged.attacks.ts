import { v7 as uuidv7 } from 'uuid'
import type { ActivationStatus, EmergencyStatus } from '../../server/db/tables.ts'
import { commerceProfile, insertEmergencyAccess, report, requestBody } from '../../server/features/access/emergency/emergency.fixture.ts'
import { eligibleGroup, monitoringReader } from '../../server/features/access/pim/pim.fixture.ts'
import { roleIds } from '../../server/features/accounts/groups/groups.fixture.ts'
import { addPerson, findPerson } from '../../simulator/core/directory.ts'
import type { TestApp } from '../app.ts'
import {
  accountNumber,
  administration,
  administrator,
  inDays,
  ownership,
  type Permission,
  pickAccount,
  withoutBeneficiary,
} from './accessParties.ts'
import type { Attack, Target } from './attack.ts'

function groupMembership({ simulator, context, persona }: TestApp, groupId: string): Permission {
  const { graph } = context.clients
  return {
    grant: async (id) => {
      if (!findPerson(simulator, id)) addPerson(simulator, { ...persona('Tomasz'), id })
      await graph.addGroupMember(groupId, id)
    },
    revoke: async (id) => void (await graph.removeGroupMember(groupId, id)),
  }
}

async function assignment(app: TestApp): Promise<Target> {
  const { account, beneficiaryId: beneficiary, otherApproverId } = await pickAccount(app)
  const name = await eligibleGroup(app, account.subscriptionId, roleIds.contributor, [beneficiary])
  await eligibleGroup(app, account.subscriptionId, monitoringReader, [otherApproverId])
  const group = await app.context.clients.graph.findGroupByName(name)
  const body = { roleDefinitionId: roleIds.contributor, durationMinutes: 60, justification: 'To restart the payment service.' }
  return {
    call: { method: 'POST', path: `/accounts/${account.id}/createAssignment`, body },
    beneficiaryId: beneficiary,
    ...groupMembership(app, group!.id),
    otherApproverId,
  }
}

export async function writeActivation(
  { db }: TestApp,
  {
    id,
    account,
    personId,
    status,
  }: { id: string; account: { id: string; subscriptionId: string }; personId: string; status: ActivationStatus },
): Promise<void> {
  const now = new Date()
  const startsAt = status === 'scheduled' ? inDays(1) : now
  await db
    .insertInto('pim_activations')
    .values({
      id,
      account_id: account.id,
      person_id: personId,
      role_definition_id: roleIds.contributor,
      role_name: 'Contributor',
      scope: `/subscriptions/${account.subscriptionId}`,
      justification: 'To restart the payment service.',
      minutes: 60,
      max_minutes: 480,
      status,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 3_600_000),
      updated_at: now,
    })
    .execute()
}

const activation =
  (status: ActivationStatus, call: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, beneficiaryId: beneficiary, owner } = await pickAccount(app)
    const id = uuidv7()
    await writeActivation(app, { id, account, personId: beneficiary, status })
    return { call: call(`/pim/activations/${id}`), beneficiaryId: beneficiary, ...administration(app), otherApproverId: owner }
  }

async function emergency(app: TestApp): Promise<Target> {
  const { account, beneficiaryId: beneficiary } = await pickAccount(app)
  const { directory_group_id: groupId } = await app.db
    .selectFrom('emergency_profiles')
    .select('directory_group_id')
    .where('id', '=', commerceProfile)
    .executeTakeFirstOrThrow()
  const { memberIds } = app.company.groups.find(({ displayName }) => displayName === 'Cloud Platform On Call')!
  return {
    call: { method: 'POST', path: `/accounts/${account.id}/emergency-access`, body: requestBody() },
    beneficiaryId: beneficiary,
    ...groupMembership(app, groupId),
    otherApproverId: memberIds.find((id) => findPerson(app.simulator, id)!.appRoles.length === 0)!,
  }
}

const emergencyAt =
  (status: EmergencyStatus, right: 'owner' | 'administrator', call: (path: string) => Target['call']) =>
  async (app: TestApp): Promise<Target> => {
    const { account, beneficiaryId: beneficiary, owner, otherApproverId } = await pickAccount(app)
    const id = await insertEmergencyAccess(app, accountNumber(app), status, right === 'administrator' ? { dueAt: inDays(-1) } : {})
    const target = { call: call(`/emergency-access/${id}`), beneficiaryId: beneficiary }
    return right === 'owner'
      ? { ...target, ...ownership(app, account), otherApproverId }
      : { ...target, ...administration(app), otherApproverId: owner }
  }

async function newProfile(app: TestApp): Promise<Target> {
  const { account, beneficiaryId: beneficiary, owner } = await pickAccount(app)
  const body = {
    name: `Adversary ${account.name}`,
    description: 'When the checkout is down.',
    groupName: 'Commerce On Call',
    roleDefinitionId: roleIds.contributor,
    scope: { kind: 'account', accountId: account.id },
    maxMinutes: 240,
  }
  return {
    call: { method: 'POST', path: '/emergency-profiles', body },
    beneficiaryId: beneficiary,
    ...administration(app),
    otherApproverId: owner,
  }
}

async function profileChange(app: TestApp): Promise<Target> {
  const { beneficiaryId: beneficiary, owner } = await pickAccount(app)
  const call = { method: 'PATCH', path: `/emergency-profiles/${commerceProfile}`, body: { maxMinutes: 240 } } as const
  return { call, beneficiaryId: beneficiary, ...administration(app), otherApproverId: owner }
}

export const extension = { durationMinutes: 120, justification: 'The restart takes longer than thought.' }
const eligible = 'eligible people activate the role for themselves, by the rules of its policy'
const onCall = 'people on call get access immediately; owners are notified, and other people review it'
const announced = 'the directory defines who is on call, and owners are notified of each use, which other people review'

export const privilegedAttacks: Attack[] = [
  {
    operation: 'createPimAssignment',
    effect: 'grants',
    prepare: assignment,
    allowed: { requester: eligible, secondAccount: eligible },
  },
  {
    operation: 'extendPimActivation',
    effect: 'prolongs',
    prepare: activation('active', (path) => ({ method: 'POST', path: `${path}/extend`, body: extension })),
    allowed: { requester: 'people can extend their own role by the rules of its policy' },
    verifiedBy: 'extendPimActivation works',
  },
  {
    operation: 'deactivatePimRole',
    effect: 'erases',
    prepare: activation('active', (path) => ({ method: 'POST', path: `${path}/deactivate` })),
    allowed: withoutBeneficiary('the holder of a role and administrators can end it'),
  },
  {
    operation: 'cancelPimActivation',
    effect: 'erases',
    prepare: activation('scheduled', (path) => ({ method: 'POST', path: `${path}/cancel` })),
    allowed: withoutBeneficiary('the future holder of a role and administrators can cancel it'),
  },
  { operation: 'startEmergencyAccess', effect: 'grants', prepare: emergency, allowed: { requester: onCall, secondAccount: onCall } },
  {
    operation: 'endEmergencyAccess',
    effect: 'erases',
    prepare: emergencyAt('active', 'owner', (path) => ({ method: 'POST', path: `${path}/end` })),
    allowed: withoutBeneficiary('the holder of emergency access and the owners of the account can end it'),
  },
  {
    operation: 'submitEmergencyReport',
    effect: 'decides',
    prepare: emergencyAt('ended', 'owner', (path) => ({ method: 'POST', path: `${path}/afterword`, body: { report } })),
    allowed: { requester: 'people report on their own emergency access' },
    verifiedBy: 'submitEmergencyReport works',
  },
  {
    operation: 'reviewEmergencyAccess',
    effect: 'decides',
    prepare: emergencyAt('report', 'owner', (path) => ({ method: 'POST', path: `${path}/review`, body: { decision: 'accept' } })),
    allowed: { administrator },
  },
  {
    operation: 'liftEmergencyBlock',
    effect: 'grants',
    prepare: emergencyAt('ended', 'administrator', (path) => ({ method: 'POST', path: `${path}/lift` })),
    allowed: { administrator: 'administrators can do this for other people' },
  },
  { operation: 'createEmergencyProfile', effect: 'grants', prepare: newProfile, allowed: withoutBeneficiary(announced) },
  { operation: 'updateEmergencyProfile', effect: 'prolongs', prepare: profileChange, allowed: withoutBeneficiary(announced) },
]
