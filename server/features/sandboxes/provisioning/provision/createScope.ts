import { allowedLocations, allowedResourceTypes } from '../../../../clients/arm/armPolicyAssignments.ts'
import type { Config } from '../../../../config.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { startSetBudget } from '../../../accounts/budgets/setBudget.ts'
import {
  type HostedSandbox,
  loadHostedSandbox,
  ownerTagName,
  policyNames,
  type SandboxContext,
  type SandboxInput,
} from '../hostedSandbox.ts'

/** @throws NonRetryableError if the sandbox is no longer being provisioned */
export async function requireProvisioning({ db, input }: Pick<SandboxContext, 'db' | 'input'>): Promise<HostedSandbox> {
  const hostedSandbox = await loadHostedSandbox(db, input.sandboxId)
  if (hostedSandbox.status === 'provisioning') return hostedSandbox
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
async function tagsOf(db: Db, { publicUrl }: Config, { id, name }: HostedSandbox): Promise<Record<string, string>> {
  const [owner] = await ownersOf(db, id)
  return {
    managedBy: 'slipway',
    [ownerTagName]: id,
    sandbox: name,
    owner: owner?.email ?? owner?.display_name ?? 'none',
    slipway: `${publicUrl}/sandboxes/${id}`,
  }
}

async function createGroup({ clients, config, db }: SandboxContext, hostedSandbox: HostedSandbox, name: string): Promise<void> {
  const { arm } = clients
  const resourceGroup = await arm.getResourceGroup(hostedSandbox.subscriptionId, name)
  if (resourceGroup && resourceGroup.tags?.[ownerTagName] !== hostedSandbox.id)
    throw new NonRetryableError(
      'nameTaken',
      `The subscription has a resource group ${name} that wasn’t created for this sandbox. Rename or delete it, then retry this step.`,
    )
  if (!resourceGroup)
    await arm.putResourceGroup(hostedSandbox.subscriptionId, name, {
      location: hostedSandbox.region,
      tags: await tagsOf(db, config, hostedSandbox),
    })
}

/** A pool subscription must be empty, so that a sandbox neither pays for nor sees resources of an earlier sandbox. */
async function prepareScope({ clients, config }: SandboxContext, hostedSandbox: HostedSandbox): Promise<void> {
  const { arm } = clients
  const subscription = await arm.getSubscription(hostedSandbox.subscriptionId)
  if (!subscription)
    throw new NonRetryableError(
      'notEnabled',
      'The host’s subscription no longer exists in Azure, or Slipway can’t read it. Remove it from the pool, then retry this step.',
    )
  if (subscription.state !== 'Enabled')
    throw new NonRetryableError(
      'notEnabled',
      `The state of the host’s subscription in Azure is ${subscription.state}. Enable the subscription or remove it from the pool, then retry this step.`,
    )
  const [tags, groups] = await Promise.all([arm.getTags(hostedSandbox.scope), arm.listResourceGroups(hostedSandbox.subscriptionId)])
  const belongsToOther = tags[ownerTagName] !== undefined && tags[ownerTagName] !== hostedSandbox.id
  // The owners and members have no access yet, so every resource in the subscription belongs to an earlier sandbox.
  if (belongsToOther || groups.length > 0)
    throw new NonRetryableError(
      'notEmpty',
      `The subscription ${subscription.displayName} isn’t empty${groups[0] ? `: there is ${groups[0].name}` : ', or belongs to another sandbox'}. Empty the subscription, then retry this step.`,
    )
  await arm.moveSubscription(config.sandboxes.managementGroup, hostedSandbox.subscriptionId)
  await arm.renameSubscription(hostedSandbox.subscriptionId, `sbx-${hostedSandbox.name}`)
}

export const createScope: Step<SandboxInput> = {
  name: 'createScope',
  title: 'Create the resource group or assign the subscription',
  async run(context) {
    const hostedSandbox = await requireProvisioning(context)
    if (hostedSandbox.resource_group === null) await prepareScope(context, hostedSandbox)
    else await createGroup(context, hostedSandbox, hostedSandbox.resource_group)
    return {}
  },
}

export const tagScope: Step<SandboxInput> = {
  name: 'tagScope',
  title: 'Tag the owner',
  async run(context) {
    const { clients, config, db } = context
    const hostedSandbox = await requireProvisioning(context)
    const tags = await tagsOf(db, config, hostedSandbox)
    const propagationResult = await waitForPropagation('Setting the tags', () => clients.arm.mergeTags(hostedSandbox.scope, tags))
    return propagationResult instanceof Wait ? propagationResult : {}
  },
}

export const setPolicies: Step<SandboxInput> = {
  name: 'setPolicies',
  title: 'Limit regions and services',
  async run(context) {
    const { arm } = context.clients
    const { scope, region, terms } = await requireProvisioning(context)
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
    const { id } = await requireProvisioning(context)
    await inTransaction(db, (tx) => startSetBudget({ db: tx, jobs }, { kind: 'sandbox', id }))
    return {}
  },
}
