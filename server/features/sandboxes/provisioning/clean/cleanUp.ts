import { scopeOf } from '../../../../clients/arm/armId.ts'
import { lockedScope } from '../../../../clients/arm/armLocks.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { sandboxBudgetName } from '../../../accounts/budgets/wantedBudget.ts'
import { dnsLinksOf, peeringsOf } from '../../../accounts/decommission/dry-run/connections.ts'
import { followDeletions, groupOf, refuseLocked } from '../../../accounts/decommission/remove/deleteResources.ts'
import { disconnectResources } from '../../../accounts/decommission/remove/disconnect.ts'
import { endBackupsIn, waitForItems } from '../../../accounts/decommission/remove/endBackups.ts'
import { moveGroup } from '../../../accounts/groups/create/input.ts'
import { endEverythingOf } from '../../../accounts/groups/remove/endEverythingOf.ts'
import { deleteGroup, removeMembers, removeRoles } from '../../../accounts/groups/remove/steps.ts'
import { endTimedRights, rightsInside } from '../freeze/stopCompute.ts'
import { groupsOf, type Home, liesWithin, markTag, policyNames, readHome, type SandboxContext, type SandboxInput } from '../home.ts'

/** Reads a sandbox in removal; the check keeps every other sandbox from losing resources. @throws NonRetryableError */
export async function doomedHome({ db, input }: Pick<SandboxContext, 'db' | 'input'>): Promise<Home> {
  const home = await readHome(db, input.sandboxId)
  if (home.status === 'deleting' && home.removing_at !== null) return home
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
      await moveGroup(tx, group.id, ['creating'], 'failed', now)
      await moveGroup(tx, group.id, ['ready', 'failed'], 'deleting', now)
      await endEverythingOf(tx, group, now)
    }
  })
}

/** A scope that doesn’t exist has no assignments. */
async function ifThere<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await list()
  } catch (error) {
    if (error instanceof OutsideError && error.status === 404) return []
    throw error
  }
}

export const endAccess: Step<SandboxInput> = {
  name: 'endAccess',
  title: 'Revoke all access',
  async run(context) {
    const { clients, db, input, checkpoint, now, remember } = context
    const { scope } = await doomedHome(context)
    await closeGroups(db, input.sandboxId, now())
    const rights = await ifThere(() => rightsInside(clients, scope))
    const eligible = (await ifThere(() => clients.arm.listRoleEligibility(scope))).filter(
      (each) => each.properties.memberType !== 'Inherited' && liesWithin(scope, scopeOf(each)),
    )
    const round = Number(checkpoint['round'] ?? 0)
    const timed = await ifThere(() => endTimedRights(clients, scope, `${context.runId} ${round}`))
    if (rights.length + eligible.length + timed.length === 0) return {}
    for (const { id } of rights) await clients.arm.deleteRoleAssignment(id)
    for (const each of eligible) {
      const { principalId, roleDefinitionId } = each.properties
      const why = { requestKey: `${context.runId} ${round}`, justification: 'Sandbox deleted' }
      await clients.arm.removeRoleEligibility({ scope: scopeOf(each), principalId, roleDefinitionId, ...why })
    }
    await remember({ round: round + 1 })
    return new Wait('Azure is removing roles.')
  },
}

export const disconnect: Step<SandboxInput> = {
  name: 'disconnect',
  title: 'Disconnect its networks',
  async run(context) {
    const { clients, config } = context
    const { scope, subscriptionId } = await doomedHome(context)
    const networks = await clients.arm.listVirtualNetworks(subscriptionId)
    // Resource Graph, which knows the links, has a low rate limit, and most sandboxes have no networks.
    if (!networks.some(({ id }) => liesWithin(scope, id))) return {}
    const [peerings, links] = await Promise.all([peeringsOf(clients, subscriptionId), dnsLinksOf(clients, config, subscriptionId)])
    const own = ({ networkId }: { networkId: string }) => liesWithin(scope, networkId)
    return disconnectResources(context, peerings.filter(own), links.filter(own))
  },
}

async function vaultsOf(context: SandboxContext) {
  const { scope, subscriptionId } = await doomedHome(context)
  return (await context.clients.arm.listBackupVaults(subscriptionId)).filter(({ id }) => liesWithin(scope, id))
}

export const endBackups: Step<SandboxInput> = {
  name: 'endBackups',
  title: 'End the backups',
  timeoutMinutes: 360,
  run: async (context) => endBackupsIn(context, await vaultsOf(context)),
}

/** Deletes only the sandbox’s own resource groups, and only while they carry its tag. */
async function deleteGroups(context: SandboxContext, fitsMaximum: (group: string) => boolean): Promise<Record<string, unknown> | Wait> {
  const { arm } = context.clients
  const home = await doomedHome(context)
  const locks = await arm.listLocks(home.subscriptionId)
  refuseLocked(
    locks.filter((lock) => liesWithin(home.scope, lockedScope(lock))),
    home.subscriptionId,
  )
  const groups =
    home.resource_group === null ? await arm.listResourceGroups(home.subscriptionId) : await itsGroup(context, home, home.resource_group)
  const names = groups.map(({ name }) => name).filter((name) => !fitsMaximum(name.toLowerCase()))
  return followDeletions(context, home.subscriptionId, names)
}

async function itsGroup({ clients }: SandboxContext, { id, subscriptionId }: Home, name: string) {
  const group = await clients.arm.getResourceGroup(subscriptionId, name)
  if (!group) return []
  if (group.tags?.[markTag] === id) return [group]
  throw new NonRetryableError(
    'notOurs',
    `The resource group ${name} no longer has the tag of this sandbox. Check that it belongs to the sandbox, set its tag ${markTag} to ${id}, then retry this step.`,
  )
}

export const deleteResources: Step<SandboxInput> = {
  name: 'deleteResources',
  title: 'Delete the resources',
  timeoutMinutes: 360,
  async run(context) {
    const keeping = new Set((await vaultsOf(context)).filter(({ items }) => items.length > 0).map(({ id }) => groupOf(id)))
    return deleteGroups(context, (group) => keeping.has(group))
  },
}

export const waitForVaults: Step<SandboxInput> = {
  name: 'waitForVaults',
  title: 'Wait until the vaults are empty',
  timeoutMinutes: Number.POSITIVE_INFINITY,
  run: async (context) => waitForItems(await vaultsOf(context), context.now()),
}

export const deleteRest: Step<SandboxInput> = {
  name: 'deleteRest',
  title: 'Delete remaining resources',
  timeoutMinutes: 360,
  run: (context) => deleteGroups(context, () => false),
}

/** A resource group is gone by now, but a subscription has to be reset before it returns to the pool. */
export const clearPlace: Step<SandboxInput> = {
  name: 'clearPlace',
  title: 'Reset its host',
  async run(context) {
    const { clients, db } = context
    const { arm } = clients
    const home = await doomedHome(context)
    if (home.resource_group !== null) return {}
    for (const name of Object.values(policyNames)) await arm.deletePolicyAssignment(home.scope, name)
    await arm.deleteBudget(home.scope, sandboxBudgetName)
    const rights = (await arm.listRoleAssignmentsAround(home.scope)).filter((each) => liesWithin(home.scope, scopeOf(each)))
    for (const { id } of rights) await arm.deleteRoleAssignment(id)
    const tags = await arm.getTags(home.scope)
    const ours = Object.entries(tags).filter(([name]) => ['managedBy', markTag, 'sandbox', 'owner', 'slipway'].includes(name))
    if (ours.length > 0) await arm.changeTags(home.scope, 'Delete', Object.fromEntries(ours))
    const host = await db.selectFrom('sandbox_hosts').select('name').where('id', '=', home.host_id!).executeTakeFirstOrThrow()
    await arm.renameSubscription(home.subscriptionId, host.name)
    return {}
  },
}

export const removeGroups: Step<SandboxInput> = {
  name: 'removeGroups',
  title: 'Delete its groups from the directory',
  async run(context) {
    const { db, input, now } = context
    const home = await doomedHome(context)
    for (const { id, name, directory_group_id, assignment, roles } of await groupsOf(db, input.sandboxId)) {
      const group = {
        groupId: id,
        home: { kind: 'sandbox' as const, id: home.id },
        name,
        directoryGroupId: directory_group_id,
        assignment,
        roles,
        removedBy: null,
      }
      for (const step of [removeMembers, removeRoles, deleteGroup]) {
        const done = await step.run({ ...context, input: group })
        if (done instanceof Wait) return done
      }
      await inTransaction(db, async (tx) => {
        await moveGroup(tx, id, ['deleting'], 'deleted', now())
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
