import { allowedLocations, allowedResourceTypes } from '../../../../clients/arm/armPolicyAssignments.ts'
import type { Config } from '../../../../config.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { startSetBudget } from '../../../accounts/budgets/setBudget.ts'
import { ownerTagName, policyNames, readHome, type SandboxContext, type SandboxHome, type SandboxInput } from '../home.ts'

/** @throws NonRetryableError if the sandbox is no longer being provisioned */
export async function readWantedSandbox({ db, input }: Pick<SandboxContext, 'db' | 'input'>): Promise<SandboxHome> {
  const sandboxHome = await readHome(db, input.sandboxId)
  if (sandboxHome.status === 'provisioning') return sandboxHome
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

/** The end of the lease is not a tag, because an extension would make the tag wrong. */
async function tagsOf(db: Db, { publicUrl }: Config, { id, name }: SandboxHome): Promise<Record<string, string>> {
  const [owner] = await ownersOf(db, id)
  return {
    managedBy: 'slipway',
    [ownerTagName]: id,
    sandbox: name,
    owner: owner?.email ?? owner?.display_name ?? 'nobody',
    slipway: `${publicUrl}/sandboxes/${id}`,
  }
}

async function createGroup({ clients, config, db }: SandboxContext, sandboxHome: SandboxHome, name: string): Promise<void> {
  const { arm } = clients
  const resourceGroup = await arm.getResourceGroup(sandboxHome.subscriptionId, name)
  if (resourceGroup && resourceGroup.tags?.[ownerTagName] !== sandboxHome.id)
    throw new NonRetryableError(
      'nameTaken',
      `The subscription has a resource group ${name} that wasn’t created for this sandbox. Rename or delete it, then retry this step.`,
    )
  if (!resourceGroup)
    await arm.putResourceGroup(sandboxHome.subscriptionId, name, {
      location: sandboxHome.region,
      tags: await tagsOf(db, config, sandboxHome),
    })
}

/** A pool subscription must be empty, so that a sandbox neither pays for nor sees resources of an earlier sandbox. */
async function prepareScope({ clients, config }: SandboxContext, sandboxHome: SandboxHome): Promise<void> {
  const { arm } = clients
  const subscription = await arm.getSubscription(sandboxHome.subscriptionId)
  if (subscription?.state !== 'Enabled')
    throw new NonRetryableError(
      'notEnabled',
      `The host’s subscription is ${subscription?.state.toLowerCase() ?? 'gone'}. Enable the subscription or remove it from the pool, then retry this step.`,
    )
  const [tags, groups] = await Promise.all([arm.getTags(sandboxHome.scope), arm.listResourceGroups(sandboxHome.subscriptionId)])
  const belongsToOther = tags[ownerTagName] !== undefined && tags[ownerTagName] !== sandboxHome.id
  // The owners and members have no access yet, so every resource in the subscription belongs to an earlier sandbox.
  if (belongsToOther || groups.length > 0)
    throw new NonRetryableError(
      'notEmpty',
      `The subscription ${subscription.displayName} isn’t empty${groups[0] ? `: there is ${groups[0].name}` : ', or belongs to another sandbox'}. Empty the subscription, then retry this step.`,
    )
  await arm.placeSubscription(config.sandboxes.managementGroup, sandboxHome.subscriptionId)
  await arm.renameSubscription(sandboxHome.subscriptionId, `sbx-${sandboxHome.name}`)
}

export const createScope: Step<SandboxInput> = {
  name: 'createScope',
  title: 'Create the resource group or assign the subscription',
  async run(context) {
    const sandboxHome = await readWantedSandbox(context)
    if (sandboxHome.resource_group === null) await prepareScope(context, sandboxHome)
    else await createGroup(context, sandboxHome, sandboxHome.resource_group)
    return {}
  },
}

export const tagScope: Step<SandboxInput> = {
  name: 'markPlace',
  title: 'Tag the owner',
  async run(context) {
    const { clients, config, db } = context
    const sandboxHome = await readWantedSandbox(context)
    const tags = await tagsOf(db, config, sandboxHome)
    const propagationResult = await waitForPropagation('Setting the tags', () => clients.arm.mergeTags(sandboxHome.scope, tags))
    return propagationResult instanceof Wait ? propagationResult : {}
  },
}

export const setPolicies: Step<SandboxInput> = {
  name: 'setPolicies',
  title: 'Limit regions and services',
  async run(context) {
    const { arm } = context.clients
    const { scope, region, terms } = await readWantedSandbox(context)
    const types = terms.allowedResourceTypes
    const policyAssignments = [
      { name: policyNames.regions, policy: allowedLocations([region]) },
      ...(types.length > 0 ? [{ name: policyNames.services, policy: allowedResourceTypes(types) }] : []),
    ]
    const propagationResult = await waitForPropagation('Setting the policies', async () => {
      for (const { name, policy } of policyAssignments) await arm.putPolicyAssignment(scope, name, policy)
    })
    if (propagationResult instanceof Wait) return propagationResult
    for (const { name } of policyAssignments)
      if (!(await arm.getPolicyAssignment(scope, name))) return new Wait('Azure accepted the policies but doesn’t show them yet.')
    return {}
  },
}

/** Azure can reject a budget for days on a new subscription, so a separate run sets it. */
export const setBudget: Step<SandboxInput> = {
  name: 'setBudget',
  title: 'Start setting the budget in Azure',
  async run(context) {
    const { db, jobs } = context
    const { id } = await readWantedSandbox(context)
    await inTransaction(db, (tx) => startSetBudget({ db: tx, jobs }, { kind: 'sandbox', id }))
    return {}
  },
}
