import { scopeOf } from '../../../../clients/arm/armId.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { isWithinScope, ownerTagName, type SandboxContext, type SandboxHome, type SandboxInput } from '../home.ts'
import { sandboxToDelete } from './cleanUp.ts'

/**
 * Returns the first remaining resource, tag, role assignment or group of a sandbox; undefined if nothing remains. Two sources are read,
 * because each list can be out of date.
 */
async function readRemaining({ clients, db }: SandboxContext, sandboxHome: SandboxHome): Promise<string | undefined> {
  const { arm, graph } = clients
  const groups = await arm.listResourceGroups(sandboxHome.subscriptionId)
  if (sandboxHome.resource_group === null) {
    if (groups[0]) return `the resource group ${groups[0].name}`
    const [resource] = await arm.listResources(sandboxHome.subscriptionId)
    if (resource) return resource.name
    if ((await arm.getTags(sandboxHome.scope))[ownerTagName] !== undefined) return 'its tag on the subscription'
    const rights = await arm.listRoleAssignmentsAround(sandboxHome.scope)
    if (rights.some((each) => isWithinScope(sandboxHome.scope, scopeOf(each)))) return 'its role assignments'
  } else {
    const resourceGroupName = sandboxHome.resource_group.toLowerCase()
    const isListed = groups.some(({ name }) => name.toLowerCase() === resourceGroupName)
    if (isListed || (await arm.getResourceGroup(sandboxHome.subscriptionId, sandboxHome.resource_group)))
      return `the resource group ${sandboxHome.resource_group}`
  }
  const directory = await db
    .selectFrom('access_groups')
    .select(['name', 'directory_group_id'])
    .where('sandbox_id', '=', sandboxHome.id)
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
    const remainingResources = await readRemaining(context, await sandboxToDelete(context))
    if (remainingResources) {
      await saveCheckpoint({})
      return new Wait(`Azure or the directory still shows ${remainingResources}.`)
    }
    const goneSince = checkpoint['goneSince'] === undefined ? undefined : Number(checkpoint['goneSince'])
    if (goneSince === undefined) await saveCheckpoint({ goneSince: now().getTime() })
    const leftMs = (goneSince ?? now().getTime()) + config.sandboxes.pollSeconds * 1_000 - now().getTime()
    return goneSince === undefined || leftMs > 0
      ? new Wait('Everything is deleted. Slipway is checking a second time.', Math.max(leftMs, 0))
      : {}
  },
}
