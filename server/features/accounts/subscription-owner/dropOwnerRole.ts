import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { lastSegment, scopeOf } from '../../../clients/arm/armId.ts'
import { isGranted } from '../../../clients/arm/armPermissions.ts'
import type { RoleAssignment } from '../../../clients/arm/armRoles.ts'
import { isNotPropagatedYet } from '../../../clients/arm/notPropagatedYet.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { AzureName } from '../../../clients/requirements/methodNames.ts'
import type { Db } from '../../../db/database.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { type Step, type StepContext, Wait, type Workflow } from '../../../workflows/workflow.ts'
import { canBePropagating, notPropagatedMessage } from '../accounts/newSubscription.ts'

interface OwnerInput {
  accountId: string
  subscriptionId: string
}

interface OwnerCheckpoint {
  owner?: string
  since?: string
  deleting?: boolean
}

const hourMs = 3_600_000
const timeoutHours = 48
const maxWaitForOwnerMs = 24 * hourMs
const minWaitMs = 10_000
const maxWaitMs = 4 * hourMs

const ownerRole = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'
const userAccessAdministratorRole = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'

const actionsForEveryAccount: AzureName[] = [
  '*/read',
  'Microsoft.Resources/tags/write',
  'Microsoft.Resources/subscriptions/resourceGroups/write',
  'Microsoft.Resources/subscriptions/resourceGroups/delete',
  'Microsoft.Consumption/budgets/write',
  'Microsoft.Authorization/roleAssignments/write',
  'Microsoft.Authorization/roleAssignments/delete',
  'Microsoft.Subscription/cancel/action',
]
const actionWithCondition: AzureName = 'Microsoft.Authorization/roleAssignments/write'

const lastOwnerCode = 'CannotDeleteLastRbacAdminAssignment'

const removeOwnerRole: Step<OwnerInput> = {
  name: 'removeOwnerRole',
  title: 'Remove Slipway’s Owner role',
  timeoutMinutes: timeoutHours * 60,
  async run(context) {
    const { clients, db, input, now, saveCheckpoint } = context
    const checkpoint: OwnerCheckpoint = context.checkpoint
    const account = await db
      .selectFrom('accounts')
      .select(['status', 'subscription_id', 'subscription_since'])
      .where('id', '=', input.accountId)
      .executeTakeFirst()
    if (account?.subscription_id !== input.subscriptionId) return {}
    if (checkpoint.deleting) return deleteOwner(context, checkpoint)
    if (account.status !== 'active') return {}
    const scope = `/subscriptions/${input.subscriptionId}`
    const since = checkpoint.since ?? now().toISOString()
    const principalId = await clients.graph.getPrincipalId(context.config.external.clientId)
    let owner: RoleAssignment | undefined
    try {
      const ownAssignments = await clients.arm.listRoleAssignments(scope, { assignedTo: principalId })
      owner = ownAssignments.find((each) => isOwnerByCreation(scope, each, principalId))
      if (!owner || !isSame(owner.id, checkpoint.owner ?? owner.id)) return {}
      if (checkpoint.owner === undefined) await saveCheckpoint({ owner: owner.id, since })
      const missing = await findActionsNotInherited(clients, scope, ownAssignments)
      if (missing.length > 0) return waitFor(context, missingMessage(missing))
      const hasOtherOwner = (await clients.arm.listRoleAssignments(scope)).some((each) => isOtherOwner(scope, each, principalId))
      if (!hasOtherOwner) return waitForOtherOwner(context)
    } catch (error) {
      if (!isNotPropagatedYet(error) || !canBePropagating('roles', account.subscription_since, now())) throw error
      if (checkpoint.since === undefined) await saveCheckpoint({ ...context.checkpoint, since })
      return waitFor(context, notPropagatedMessage('roles'))
    }
    const deletion = { owner: owner.id, since, deleting: true }
    await saveCheckpoint(deletion)
    return deleteOwner(context, deletion)
  },
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function isOwnerByCreation(scope: string, each: RoleAssignment, principalId: string): boolean {
  const { properties } = each
  return (
    lastSegment(properties.roleDefinitionId) === ownerRole &&
    isSame(properties.principalId, principalId) &&
    !properties.condition &&
    isAt(scope, each)
  )
}

const isAt = (scope: string, { id }: RoleAssignment) =>
  id.toLowerCase().startsWith(`${scope}/providers/Microsoft.Authorization/roleAssignments/`.toLowerCase())

/**
 * Azure denies the deletion of the last Owner or User Access Administrator of a subscription (Microsoft Learn: "Troubleshoot Azure RBAC";
 * terraform-provider-azurerm #26122). If only people and groups were left, a decommission couldn't remove their roles.
 */
function isOtherOwner(scope: string, each: RoleAssignment, principalId: string): boolean {
  const { properties } = each
  return (
    [ownerRole, userAccessAdministratorRole].includes(lastSegment(properties.roleDefinitionId)) &&
    properties.principalType === 'ServicePrincipal' &&
    !isSame(properties.principalId, principalId) &&
    !properties.condition &&
    isAt(scope, each)
  )
}

const isInherited = (each: RoleAssignment) => /^\/(providers\/Microsoft\.Management\/managementGroups\/[^/]+)?$/i.test(scopeOf(each))

async function findActionsNotInherited(
  { arm }: Pick<Clients, 'arm'>,
  scope: string,
  ownAssignments: RoleAssignment[],
): Promise<AzureName[]> {
  const inheritedRoles = await Promise.all(
    ownAssignments.filter(isInherited).map(async ({ properties: { roleDefinitionId, condition } }) => {
      const role = await arm.getRoleDefinition(scope, roleDefinitionId)
      return { condition, permissions: role.properties.permissions ?? [] }
    }),
  )
  const permissionsFor = (action: AzureName) =>
    inheritedRoles.filter(({ condition }) => !condition || action === actionWithCondition).flatMap(({ permissions }) => permissions)
  return actionsForEveryAccount.filter((action) => !isGranted(permissionsFor(action), action))
}

const missingMessage = (missing: AzureName[]) =>
  `Slipway stays Owner because no role of a management group gives it ${missing.join(', ')} on the subscription. A moved subscription can take an hour to inherit roles. If this continues, assign Slipway’s roles at the root management group.`

function waitFor({ checkpoint, now }: StepContext<OwnerInput>, note: string): Wait {
  return new Wait(note, Math.min(Math.max(waitedMs(checkpoint, now()), minWaitMs), maxWaitMs))
}

const waitedMs = ({ since }: OwnerCheckpoint, now: Date) => (since === undefined ? 0 : now.getTime() - Date.parse(since))

function waitForOtherOwner(context: StepContext<OwnerInput>): Wait | Record<string, unknown> {
  if (waitedMs(context.checkpoint, context.now()) >= maxWaitForOwnerMs) return { kept: true }
  return waitFor(
    context,
    'Azure keeps the last Owner of a subscription. Slipway waits up to 24 hours until a different application is Owner of this subscription.',
  )
}

async function deleteOwner(context: StepContext<OwnerInput>, { owner, since }: OwnerCheckpoint) {
  try {
    await context.clients.arm.deleteRoleAssignment(owner!)
    return { removed: owner }
  } catch (error) {
    if (!(error instanceof ExternalError && error.code === lastOwnerCode)) throw error
    await context.saveCheckpoint({ owner, since })
    return waitForOtherOwner(context)
  }
}

export const dropOwnerRole: Workflow<OwnerInput> = {
  kind: 'dropOwnerRole',
  steps: [removeOwnerRole],
  async succeeded({ db, runId, input: { accountId, subscriptionId } }) {
    const { output } = await db.selectFrom('work_steps').select('output').where('run_id', '=', runId).executeTakeFirstOrThrow()
    const subject = { kind: 'account', id: accountId }
    if (output?.removed)
      await recordSystemEvent(db, {
        action: 'ownerRoleRemoved',
        subject,
        before: { roleAssignment: output.removed },
        after: { subscriptionId },
        reason: 'Azure made Slipway Owner of the subscription that it created. Slipway uses its roles of a management group instead.',
      })
    else if (output?.kept)
      await recordSystemEvent(db, {
        action: 'ownerRoleKept',
        subject,
        after: { subscriptionId },
        reason: 'Azure keeps the last Owner of a subscription, and no different application is Owner of this subscription.',
      })
    await publishChange(db, subject)
  },
  async failed() {},
}

export async function startDropOwnerRole(
  jobContext: { db: Db; jobs: Jobs },
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
): Promise<void> {
  await startRun(jobContext, dropOwnerRole, { kind: 'account', id: accountId }, { accountId, subscriptionId })
}
