import { ExternalError } from '../../../../clients/externalError.ts'
import { type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { endEligibilities } from '../../eligibility/record.ts'
import { fetchAssignedRoles } from '../create/input.ts'
import { findMarkedGroups } from '../ensureGroup.ts'
import type { RemoveGroupInput } from './input.ts'

const maxMembersPerBatch = 100

/**
 * Returns the group's directory ID. A step that crashed might have created the group without recording it. Such a group is found by its
 * mark.
 */
async function directoryId(context: Pick<StepContext<RemoveGroupInput>, 'clients' | 'config' | 'input'>): Promise<string | undefined> {
  const { directoryGroupId, groupId, name } = context.input
  const id = directoryGroupId ?? (await findMarkedGroups(context, { name, key: groupId })).markedGroups[0]?.id
  return id && (await context.clients.graph.getGroup(id))?.id
}

async function ignoreNotFound<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return undefined
    throw error
  }
}

export const removeMembers: Step<RemoveGroupInput> = {
  name: 'removeMembers',
  title: 'Remove the members',
  async run(context) {
    const { clients } = context
    const id = await directoryId(context)
    const members = id ? await ignoreNotFound(() => clients.graph.listDirectMembers(id)) : []
    for (const member of members?.slice(0, maxMembersPerBatch) ?? []) await clients.graph.removeGroupMember(id!, member.id)
    return members && members.length > 0 ? new Wait('Members are being removed from the group.') : {}
  },
}

export const removeRoles: Step<RemoveGroupInput> = {
  name: 'removeRoles',
  title: 'Remove the roles',
  async run(context) {
    const { db, clients, input, checkpoint, now, saveCheckpoint } = context
    // A group that was deleted in the directory can be restored there together with its roles, so its roles are removed as well.
    const id = (input.assignment === 'active' && input.directoryGroupId) || (await directoryId(context))
    const assignedRoles = id ? await ignoreNotFound(() => fetchAssignedRoles(clients, input, id)) : []
    if (!id || !assignedRoles || assignedRoles.length === 0) return {}
    if (input.assignment === 'eligible') await endEligibilities(db, { principalId: id }, now())
    const round = Number(checkpoint['round'] ?? 0)
    for (const { scope, roleDefinitionId } of assignedRoles) {
      const roleAssignment = {
        scope,
        roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${roleDefinitionId}`,
        principalId: id,
      }
      if (input.assignment === 'eligible') {
        const grantOptions = { requestKey: `${input.groupId} ${round}`, justification: `Access group ${input.name} deleted` }
        await clients.arm.removeRoleEligibility({ ...roleAssignment, ...grantOptions })
      } else
        for (const each of await clients.arm.listRoleAssignments(scope, { principalId: id }))
          if (each.properties.roleDefinitionId.toLowerCase().endsWith(roleDefinitionId)) await clients.arm.deleteRoleAssignment(each.id)
    }
    await saveCheckpoint({ round: round + 1 })
    return new Wait('Azure is removing the roles.')
  },
}

export const deleteGroup: Step<RemoveGroupInput> = {
  name: 'deleteGroup',
  title: 'Delete the group from the directory',
  async run(context) {
    const id = await directoryId(context)
    if (!id) return {}
    await context.clients.graph.deleteGroup(id)
    return (await directoryId(context)) ? new Wait('The directory still lists the group.') : {}
  },
}
