import { randomUUID } from 'node:crypto'
import { slipwayServicePrincipalId } from '../core/constants.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { isSubscriptionCreator, subscriptionCreator } from './billing.ts'
import { findManagementGroup } from './managementGroupStore.ts'
import { type Outcome, planOutcome, progressOf, visibleFrom } from './outcome.ts'
import { assignOwner } from './roleAssignments.ts'
import { addSubscription, findSubscription } from './subscriptionStore.ts'
import { checkName } from './subscriptions.ts'

interface Alias {
  name: string
  subscriptionId: string
  displayName: string
  workload: 'Production' | 'DevTest'
  billingScope: string
  managementGroupId: string | null
  subscriptionOwnerId: string | null
  tags: Record<string, string>
  createdAt: string
  outcome: Outcome
}

interface AliasBody {
  displayName?: string
  workload?: string
  billingScope?: string
  subscriptionId?: string | null
  additionalProperties?: {
    managementGroupId?: string | null
    subscriptionTenantId?: string | null
    subscriptionOwnerId?: string | null
    tags?: Record<string, string> | null
  } | null
}

const path = '/providers/Microsoft.Subscription/aliases'

function aliases(request: ArmRequest) {
  return request.sim.state.collection<Alias>('arm.aliases')
}

const states = { running: 'Accepted', succeeded: 'Succeeded', failed: 'Failed' } as const

function present(request: ArmRequest, alias: Alias) {
  return {
    id: `${path}/${alias.name}`,
    name: alias.name,
    type: 'Microsoft.Subscription/aliases',
    properties: {
      subscriptionId: alias.subscriptionId,
      displayName: alias.displayName,
      provisioningState: states[progressOf(request.sim, alias.outcome)],
      billingScope: alias.billingScope,
      workload: alias.workload,
      ...(alias.managementGroupId === null ? {} : { managementGroupId: alias.managementGroupId }),
      ...(alias.subscriptionOwnerId === null ? {} : { subscriptionOwnerId: alias.subscriptionOwnerId }),
      createdTime: alias.createdAt,
      tags: alias.tags,
    },
  }
}

/**
 * Creates or adopts a subscription. The alias is the key, so that a repeated request returns the existing subscription. A caller without
 * the billing role gets 401 UserNotAuthorized, the response that Terraform prints. Azure makes the caller Owner, or `subscriptionOwnerId`
 * (Microsoft Learn: “Create subscription and make subscriptionOwnerId the owner”).
 */
function put(request: ArmRequest): ArmReply {
  const name = request.params.aliasName!
  const existingAlias = aliases(request).get(name.toLowerCase())
  if (existingAlias) return ok(present(request, existingAlias))
  const body = request.body.properties as AliasBody | undefined
  if (!body) throw new ArmError(400, 'InvalidRequestContent', 'The request content is missing its properties.')
  const alias = body.subscriptionId ? adopted(request, name, body.subscriptionId) : created(request, name, body)
  return { status: body.subscriptionId ? 200 : 201, body: present(request, alias) }
}

function created(request: ArmRequest, name: string, body: AliasBody): Alias {
  const { sim } = request
  const extra = body.additionalProperties ?? {}
  const { workload, billingScope } = body
  if (workload !== 'Production' && workload !== 'DevTest')
    throw new ArmError(400, 'BadRequest', `The workload '${workload}' is invalid. Allowed values: Production, DevTest.`)
  if (!billingScope) throw new ArmError(400, 'BadRequest', 'The billingScope is required to create a subscription.')
  if (billingScope.toLowerCase() !== sim.company.billingScope.toLowerCase() || !isSubscriptionCreator(request))
    throw new ArmError(401, 'UserNotAuthorized', 'User is not authorized to create subscriptions on this enrollment account')
  if (request.caller.oid === slipwayServicePrincipalId) sim.permissions.use(subscriptionCreator)
  if (extra.subscriptionTenantId && extra.subscriptionTenantId.toLowerCase() !== sim.tenantId) {
    throw new ArmError(400, 'InvalidSubscriptionTenant', `The tenant '${extra.subscriptionTenantId}' is not the tenant of the caller.`)
  }
  const group = extra.managementGroupId ? findManagementGroup(sim, extra.managementGroupId.split('/').at(-1)!) : undefined
  const alias: Alias = {
    name,
    subscriptionId: randomUUID(),
    displayName: checkName(body.displayName),
    workload,
    billingScope,
    managementGroupId: group ? `/providers/Microsoft.Management/managementGroups/${group.id}` : null,
    subscriptionOwnerId: extra.subscriptionOwnerId ?? null,
    tags: extra.tags ?? {},
    createdAt: sim.clock.now().toISOString(),
    outcome: planOutcome(sim, request.asyncOutcome),
  }
  sim.state.atomically(() => {
    aliases(request).set(name.toLowerCase(), alias)
    if (alias.outcome.endsAt === null || alias.outcome.failure) return
    const visibleAt = visibleFrom(sim, new Date(alias.outcome.endsAt))
    const principalId = alias.subscriptionOwnerId ?? String(request.caller.oid)
    assignOwner(sim, alias.subscriptionId, { principalId, createdOn: alias.createdAt, createdBy: String(request.caller.oid), visibleAt })
    addSubscription(sim, {
      subscriptionId: alias.subscriptionId,
      displayName: alias.displayName,
      state: 'Enabled',
      workload,
      managementGroupId: group?.id ?? sim.company.managementGroups[0]!.id,
      tags: alias.tags,
      createdAt: alias.createdAt,
      visibleAt,
    })
  })
  return alias
}

function adopted(request: ArmRequest, name: string, subscriptionId: string): Alias {
  const { sim } = request
  const subscription = findSubscription(sim, subscriptionId)
  const now = sim.clock.now().toISOString()
  const alias: Alias = {
    name,
    subscriptionId: subscription.subscriptionId,
    displayName: subscription.displayName,
    workload: subscription.workload,
    billingScope: sim.company.billingScope,
    managementGroupId: null,
    subscriptionOwnerId: null,
    tags: subscription.tags,
    createdAt: now,
    outcome: { endsAt: now },
  }
  aliases(request).set(name.toLowerCase(), alias)
  return alias
}

function get(request: ArmRequest): ArmReply {
  const alias = aliases(request).get(request.params.aliasName!.toLowerCase())
  if (!alias) throw new ArmError(404, 'NotFound', `Alias ${request.params.aliasName} not found.`)
  return ok(present(request, alias))
}

export const aliasRoutes: ArmRoute[] = [
  {
    method: 'GET',
    path,
    handle: (request) =>
      listOf(
        aliases(request)
          .values()
          .map((alias) => present(request, alias)),
      ),
  },
  { method: 'PUT', path: `${path}/{aliasName}`, handle: put },
  { method: 'GET', path: `${path}/{aliasName}`, handle: get },
  {
    method: 'DELETE',
    path: `${path}/{aliasName}`,
    handle: (request) => ({ status: aliases(request).delete(request.params.aliasName!.toLowerCase()) ? 200 : 204 }),
  },
]
