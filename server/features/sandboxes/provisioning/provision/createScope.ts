import { allowedLocations, allowedResourceTypes } from '../../../../clients/arm/armPolicyAssignments.ts'
import type { Config } from '../../../../config.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { startSetBudget } from '../../../accounts/budgets/setBudget.ts'
import { type Home, markTag, policyNames, readHome, type SandboxContext, type SandboxInput } from '../home.ts'

/** @throws NonRetryableError if the sandbox is no longer being provisioned */
export async function wantedHome({ db, input }: Pick<SandboxContext, 'db' | 'input'>): Promise<Home> {
  const home = await readHome(db, input.sandboxId)
  if (home.status === 'provisioning') return home
  throw new NonRetryableError('noLongerWanted', 'The sandbox is no longer being set up, so this run stops.')
}

async function ownersOf(db: Db, sandboxId: string) {
  return db
    .selectFrom('sandbox_owners as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select(['p.display_name', 'p.email'])
    .where('o.sandbox_id', '=', sandboxId)
    .orderBy('o.position')
    .execute()
}

/** The end is no tag, because extensions would make it wrong. */
async function tagsOf(db: Db, { publicUrl }: Config, { id, name }: Home): Promise<Record<string, string>> {
  const [owner] = await ownersOf(db, id)
  return {
    managedBy: 'slipway',
    [markTag]: id,
    sandbox: name,
    owner: owner?.email ?? owner?.display_name ?? 'nobody',
    slipway: `${publicUrl}/sandboxes/${id}`,
  }
}

async function makeGroup({ clients, config, db }: SandboxContext, home: Home, name: string): Promise<void> {
  const { arm } = clients
  const found = await arm.getResourceGroup(home.subscriptionId, name)
  if (found && found.tags?.[markTag] !== home.id)
    throw new NonRetryableError(
      'nameTaken',
      `The subscription has a resource group ${name} that wasn’t created for this sandbox. Rename or delete it, then retry this step.`,
    )
  if (!found) await arm.putResourceGroup(home.subscriptionId, name, { location: home.region, tags: await tagsOf(db, config, home) })
}

/** A pool subscription must be empty, so that a sandbox neither pays for nor sees resources of an earlier sandbox. */
async function makeReady({ clients, config }: SandboxContext, home: Home): Promise<void> {
  const { arm } = clients
  const subscription = await arm.getSubscription(home.subscriptionId)
  if (subscription?.state !== 'Enabled')
    throw new NonRetryableError(
      'notEnabled',
      `The subscription of its host is ${subscription?.state.toLowerCase() ?? 'gone'}. Enable it or remove it from the pool, then retry this step.`,
    )
  const [tags, groups] = await Promise.all([arm.getTags(home.scope), arm.listResourceGroups(home.subscriptionId)])
  const other = tags[markTag] !== undefined && tags[markTag] !== home.id
  // The sandbox’s people have no access yet, so anything in it is left over.
  if (other || groups.length > 0)
    throw new NonRetryableError(
      'notEmpty',
      `The subscription ${subscription.displayName} isn’t empty${groups[0] ? `: there is ${groups[0].name}` : ', or belongs to another sandbox'}. Empty it, then retry this step.`,
    )
  await arm.placeSubscription(config.sandboxes.managementGroup, home.subscriptionId)
  await arm.renameSubscription(home.subscriptionId, `sbx-${home.name}`)
}

export const createScope: Step<SandboxInput> = {
  name: 'createScope',
  title: 'Create its resource group or subscription',
  async run(context) {
    const home = await wantedHome(context)
    if (home.resource_group === null) await makeReady(context, home)
    else await makeGroup(context, home, home.resource_group)
    return {}
  },
}

export const markPlace: Step<SandboxInput> = {
  name: 'markPlace',
  title: 'Tag the owner',
  async run(context) {
    const { clients, config, db } = context
    const home = await wantedHome(context)
    const tags = await tagsOf(db, config, home)
    const set = await waitForPropagation('Tagging', () => clients.arm.mergeTags(home.scope, tags))
    return set instanceof Wait ? set : {}
  },
}

export const setPolicies: Step<SandboxInput> = {
  name: 'setPolicies',
  title: 'Limit regions and services',
  async run(context) {
    const { arm } = context.clients
    const { scope, region, terms } = await wantedHome(context)
    const types = terms.allowedResourceTypes
    const wanted = [
      { name: policyNames.regions, policy: allowedLocations([region]) },
      ...(types.length > 0 ? [{ name: policyNames.services, policy: allowedResourceTypes(types) }] : []),
    ]
    const set = await waitForPropagation('Setting the policies', async () => {
      for (const { name, policy } of wanted) await arm.putPolicyAssignment(scope, name, policy)
    })
    if (set instanceof Wait) return set
    for (const { name } of wanted)
      if (!(await arm.getPolicyAssignment(scope, name))) return new Wait('Azure has accepted the policies. It doesn’t show them yet.')
    return {}
  },
}

/** Azure can reject a budget for days on a new subscription, so a run of its own sets it. */
export const setBudget: Step<SandboxInput> = {
  name: 'setBudget',
  title: 'Start setting its budget in Azure',
  async run(context) {
    const { db, jobs } = context
    const { id } = await wantedHome(context)
    await inTransaction(db, (tx) => startSetBudget({ db: tx, jobs }, { kind: 'sandbox', id }))
    return {}
  },
}
