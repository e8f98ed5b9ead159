import { scopeOf } from '../../../../clients/arm/armId.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { type Home, liesWithin, markTag, type SandboxContext, type SandboxInput } from '../home.ts'
import { doomedHome } from './cleanUp.ts'

/** Names what the cloud still shows of a sandbox. Two sources are asked, because lists lag behind. */
async function readRemains({ clients, db }: SandboxContext, home: Home): Promise<string | undefined> {
  const { arm, graph } = clients
  const groups = await arm.listResourceGroups(home.subscriptionId)
  if (home.resource_group === null) {
    if (groups[0]) return `the resource group ${groups[0].name}`
    const [resource] = await arm.listResources(home.subscriptionId)
    if (resource) return resource.name
    if ((await arm.getTags(home.scope))[markTag] !== undefined) return 'its tag on the subscription'
    const rights = await arm.listRoleAssignmentsAround(home.scope)
    if (rights.some((each) => liesWithin(home.scope, scopeOf(each)))) return 'its role assignments'
  } else {
    const own = home.resource_group.toLowerCase()
    const listed = groups.some(({ name }) => name.toLowerCase() === own)
    if (listed || (await arm.getResourceGroup(home.subscriptionId, home.resource_group))) return `the resource group ${home.resource_group}`
  }
  const directory = await db.selectFrom('access_groups').select(['name', 'directory_group_id']).where('sandbox_id', '=', home.id).execute()
  for (const { name, directory_group_id } of directory)
    if (directory_group_id && (await graph.getGroup(directory_group_id))) return `the group ${name}`
  return undefined
}

/** Checks twice with a delay, because a resource can appear late. */
export const verify: Step<SandboxInput> = {
  name: 'verify',
  title: 'Check twice that nothing is left',
  async run(context) {
    const { config, checkpoint, now, remember } = context
    const left = await readRemains(context, await doomedHome(context))
    if (left) {
      await remember({})
      return new Wait(`The cloud still shows ${left}.`)
    }
    const goneSince = checkpoint['goneSince'] === undefined ? undefined : Number(checkpoint['goneSince'])
    if (goneSince === undefined) await remember({ goneSince: now().getTime() })
    const leftMs = (goneSince ?? now().getTime()) + config.sandboxes.pollSeconds * 1_000 - now().getTime()
    return goneSince === undefined || leftMs > 0 ? new Wait('Nothing is left. Slipway checks once more.', Math.max(leftMs, 0)) : {}
  },
}
