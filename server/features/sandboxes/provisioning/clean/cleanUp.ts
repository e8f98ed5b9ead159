import { scopeOf } from '../../../../clients/arm/armId.ts'
import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { sandboxBudgetName } from '../../../accounts/budgets/desiredBudget.ts'
import { dnsLinksOf, peeringsOf } from '../../../accounts/decommission/dry-run/connections.ts'
import { groupOf, pollDeletions, requireUnlocked } from '../../../accounts/decommission/remove/deleteResources.ts'
import { disconnectResources } from '../../../accounts/decommission/remove/disconnect.ts'
import { endBackupsIn, waitForItems } from '../../../accounts/decommission/remove/endBackups.ts'
import { transitionGroup } from '../../../accounts/groups/create/input.ts'
import { endGroupAccess } from '../../../accounts/groups/remove/endGroupAccess.ts'
import { deleteGroup, removeMembers, removeRoles } from '../../../accounts/groups/remove/steps.ts'
import { fetchRolesWithin, revokeTemporaryRoles } from '../freeze/stopCompute.ts'
import {
  belongsToSandbox,
  groupsOf,
  type HostedSandbox,
  isWithinScope,
  loadHostedSandbox,
  ownerTagName,
  policyNames,
  type SandboxContext,
  type SandboxInput,
} from '../hostedSandbox.ts'

/**
 * Reads a sandbox in removal. The check protects the resources of every other sandbox.
 * @throws NonRetryableError
 */
export async function sandboxToDelete({ db, input }: Pick<SandboxContext, 'db' | 'input'>): Promise<HostedSandbox> {
  const hostedSandbox = await loadHostedSandbox(db, input.sandboxId)
  if (hostedSandbox.status === 'deleting' && hostedSandbox.removing_at !== null) return hostedSandbox
  throw new NonRetryableError('notRemoving', 'The sandbox isn’t being removed, so nothing was deleted.')
}

function closeGroups(db: Db, sandboxId: string, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const groups = await tx
      .selectFrom('access_groups')
      .selectAll()
      .where('sandbox_id', '=', sandboxId)
      .where('status', 'in', ['creating', 'ready', 'failed'])
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const group of groups) {
      await transitionGroup(tx, group.id, ['creating'], 'failed', now)
      await transitionGroup(tx, group.id, ['ready', 'failed'], 'deleting', now)
      await endGroupAccess(tx, group, now)
    }
  })
}

/** A scope that doesn’t exist has no assignments. */
async function listIfExists<T>(readItems: () => Promise<T[]>): Promise<T[]> {
  try {
    return await readItems()
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return []
    throw error
  }
}

export const endAccess: Step<SandboxInput> = {
  name: 'endAccess',
  title: 'Revoke all access',
  async run(context) {
    const { clients, db, input, checkpoint, now, saveCheckpoint } = context
    const { scope } = await sandboxToDelete(context)
    await closeGroups(db, input.sandboxId, now())
    const roles = await listIfExists(() => fetchRolesWithin(clients, scope))
    const eligibilities = (await listIfExists(() => clients.arm.listRoleEligibility(scope))).filter(
      (each) => each.properties.memberType !== 'Inherited' && isWithinScope(scope, scopeOf(each)),
    )
    const round = Number(checkpoint['round'] ?? 0)
    const temporaryRoles = await listIfExists(() => revokeTemporaryRoles(clients, scope, `${context.runId} ${round}`))
    if (roles.length + eligibilities.length + temporaryRoles.length === 0) return {}
    for (const { id } of roles) await clients.arm.deleteRoleAssignment(id)
    for (const each of eligibilities) {
      const { principalId, roleDefinitionId } = each.properties
      const grantOptions = { requestKey: `${context.runId} ${round}`, justification: 'Sandbox deleted' }
      await clients.arm.removeRoleEligibility({ scope: scopeOf(each), principalId, roleDefinitionId, ...grantOptions })
    }
    await saveCheckpoint({ round: round + 1 })
    return new Wait('Azure is removing roles.')
  },
}

export const disconnect: Step<SandboxInput> = {
  name: 'disconnect',
  title: 'Disconnect the networks',
  async run(context) {
    const { clients, config } = context
    const { scope, subscriptionId } = await sandboxToDelete(context)
    const networks = await clients.arm.listVirtualNetworks(subscriptionId)
    // Only Resource Graph knows the links, and it has a low rate limit. It is not called for sandboxes without networks, which are the
    // majority.
    if (!networks.some(({ id }) => isWithinScope(scope, id))) return {}
    const [peerings, links] = await Promise.all([peeringsOf(clients, subscriptionId), dnsLinksOf(clients, config, subscriptionId)])
    const isWithinSandbox = ({ networkId }: { networkId: string }) => isWithinScope(scope, networkId)
    return disconnectResources(context, peerings.filter(isWithinSandbox), links.filter(isWithinSandbox))
  },
}

async function vaultsOf(context: SandboxContext) {
  const { scope, subscriptionId } = await sandboxToDelete(context)
  return (await context.clients.arm.listBackupVaults(subscriptionId)).filter(({ id }) => isWithinScope(scope, id))
}

export const endBackups: Step<SandboxInput> = {
  name: 'endBackups',
  title: 'End the backups',
  timeoutMinutes: 360,
  run: async (context) => endBackupsIn(context, await vaultsOf(context)),
}

/** Deletes only the sandbox’s own resource groups, and only while they carry its tag. */
async function deleteGroups(context: SandboxContext, isRetained: (group: string) => boolean): Promise<Record<string, unknown> | Wait> {
  const { arm } = context.clients
  const hostedSandbox = await sandboxToDelete(context)
  const locks = await arm.listLocks(hostedSandbox.subscriptionId)
  requireUnlocked(
    locks.filter((lock) => isWithinScope(hostedSandbox.scope, lockedScope(lock))),
    hostedSandbox.subscriptionId,
  )
  const groups =
    hostedSandbox.resource_group === null
      ? await arm.listResourceGroups(hostedSandbox.subscriptionId)
      : await findSandboxGroup(context, hostedSandbox, hostedSandbox.resource_group)
  const names = groups.map(({ name }) => name).filter((name) => !isRetained(name.toLowerCase()))
  return pollDeletions(context, hostedSandbox.subscriptionId, names)
}

async function findSandboxGroup({ clients }: SandboxContext, { id, subscriptionId }: HostedSandbox, name: string) {
  const group = await clients.arm.getResourceGroup(subscriptionId, name)
  if (!group) return []
  if (group.tags?.[ownerTagName] === id) return [group]
  throw new NonRetryableError(
    'notOurs',
    `The resource group ${name} no longer has the tag of this sandbox. Check that the resource group belongs to the sandbox, set its tag ${ownerTagName} to ${id}, then retry this step.`,
  )
}

export const deleteResources: Step<SandboxInput> = {
  name: 'deleteResources',
  title: 'Delete the resources',
  timeoutMinutes: 360,
  async run(context) {
    const retainedGroups = new Set((await vaultsOf(context)).filter(({ items }) => items.length > 0).map(({ id }) => groupOf(id)))
    return deleteGroups(context, (group) => retainedGroups.has(group))
  },
}

export const waitForVaults: Step<SandboxInput> = {
  name: 'waitForVaults',
  title: 'Wait until the vaults are empty',
  timeoutMinutes: Number.POSITIVE_INFINITY,
  run: async (context) => waitForItems(await vaultsOf(context), context.now()),
}

export const deleteRemaining: Step<SandboxInput> = {
  name: 'deleteRemaining',
  title: 'Delete remaining resources',
  timeoutMinutes: 360,
  run: (context) => deleteGroups(context, () => false),
}

/** The resource group of a sandbox is already deleted, but a subscription has to be reset before it returns to the pool. */
export const resetSubscription: Step<SandboxInput> = {
  name: 'resetSubscription',
  title: 'Reset the sandbox host',
  async run(context) {
    const { clients, db } = context
    const { arm } = clients
    const hostedSandbox = await sandboxToDelete(context)
    if (hostedSandbox.resource_group !== null) return {}
    for (const name of Object.values(policyNames)) await arm.deletePolicyAssignment(hostedSandbox.scope, name)
    await arm.deleteBudget(hostedSandbox.scope, sandboxBudgetName)
    const roles = (await arm.listRoleAssignmentsAround(hostedSandbox.scope)).filter((each) => belongsToSandbox(hostedSandbox, each))
    for (const { id } of roles) await arm.deleteRoleAssignment(id)
    const tags = await arm.getTags(hostedSandbox.scope)
    const slipwayTags = Object.entries(tags).filter(([name]) => ['managedBy', ownerTagName, 'sandbox', 'owner', 'slipway'].includes(name))
    if (slipwayTags.length > 0) await arm.changeTags(hostedSandbox.scope, 'Delete', Object.fromEntries(slipwayTags))
    const host = await db.selectFrom('sandbox_hosts').select('name').where('id', '=', hostedSandbox.host_id!).executeTakeFirstOrThrow()
    await arm.renameSubscription(hostedSandbox.subscriptionId, host.name)
    return {}
  },
}

export const removeGroups: Step<SandboxInput> = {
  name: 'removeGroups',
  title: 'Delete the sandbox’s groups from the directory',
  async run(context) {
    const { db, input, now } = context
    const hostedSandbox = await sandboxToDelete(context)
    for (const { id, name, directory_group_id, assignment, roles } of await groupsOf(db, input.sandboxId)) {
      const group = {
        groupId: id,
        home: { kind: 'sandbox' as const, id: hostedSandbox.id },
        name,
        directoryGroupId: directory_group_id,
        assignment,
        roles,
        removedBy: null,
      }
      for (const step of [removeMembers, removeRoles, deleteGroup]) {
        const stepResult = await step.run({ ...context, input: group })
        if (stepResult instanceof Wait) return stepResult
      }
      await inTransaction(db, async (tx) => {
        await transitionGroup(tx, id, ['deleting'], 'deleted', now())
        await tx
          .updateTable('group_assignments')
          .set({ status: 'revoked', updated_at: now() })
          .where('group_id', '=', id)
          .where('status', '=', 'revoking')
          .execute()
      })
    }
    return {}
  },
}
