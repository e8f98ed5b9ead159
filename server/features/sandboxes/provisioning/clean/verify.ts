import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { belongsToSandbox, type HostedSandbox, ownerTagName, type SandboxContext, type SandboxInput } from '../hostedSandbox.ts'
import { sandboxToDelete } from './cleanUp.ts'

/**
 * Returns the first remaining resource, tag, role assignment or group of a sandbox; undefined if nothing remains. Two sources are read,
 * because each list can be out of date.
 */
async function fetchRemaining({ clients, db }: SandboxContext, hostedSandbox: HostedSandbox): Promise<string | undefined> {
  const { arm, graph } = clients
  const groups = await arm.listResourceGroups(hostedSandbox.subscriptionId)
  if (hostedSandbox.resource_group === null) {
    if (groups[0]) return `the resource group ${groups[0].name}`
    const [resource] = await arm.listResources(hostedSandbox.subscriptionId)
    if (resource) return resource.name
    if ((await arm.getTags(hostedSandbox.scope))[ownerTagName] !== undefined) return 'its tag on the subscription'
    const roles = await arm.listRoleAssignmentsAround(hostedSandbox.scope)
    if (roles.some((each) => belongsToSandbox(hostedSandbox, each))) return 'its role assignments'
  } else {
    const resourceGroupName = hostedSandbox.resource_group.toLowerCase()
    const isListed = groups.some(({ name }) => name.toLowerCase() === resourceGroupName)
    if (isListed || (await arm.getResourceGroup(hostedSandbox.subscriptionId, hostedSandbox.resource_group)))
      return `the resource group ${hostedSandbox.resource_group}`
  }
  const directory = await db
    .selectFrom('access_groups')
    .select(['name', 'directory_group_id'])
    .where('sandbox_id', '=', hostedSandbox.id)
    .execute()
  for (const { name, directory_group_id } of directory)
    if (directory_group_id && (await graph.getGroup(directory_group_id))) return `the group ${name}`
  return undefined
}

/** Checks twice with a delay, because a resource can appear late. */
export const verify: Step<SandboxInput> = {
  name: 'verify',
  title: 'Check the deletion twice',
  async run(context) {
    const { config, checkpoint, now, saveCheckpoint } = context
    const remainingResources = await fetchRemaining(context, await sandboxToDelete(context))
    if (remainingResources) {
      await saveCheckpoint({})
      return new Wait(`Azure or the directory still shows ${remainingResources}.`)
    }
    const deletedSince = checkpoint['goneSince'] === undefined ? undefined : Number(checkpoint['goneSince'])
    if (deletedSince === undefined) await saveCheckpoint({ goneSince: now().getTime() })
    const remainingMs = (deletedSince ?? now().getTime()) + config.sandboxes.pollSeconds * 1_000 - now().getTime()
    return deletedSince === undefined || remainingMs > 0
      ? new Wait('Everything is deleted. Slipway is checking a second time.', Math.max(remainingMs, 0))
      : {}
  },
}
