import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Reply, Send } from '../pipeline.ts'
import { retryAfterMs } from '../retryAfter.ts'
import { OptionalNullableString } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'

const Alias = Type.Object({
  name: Type.String(),
  properties: Type.Object({
    /** The ID can be present while the state is still `Accepted`. */
    subscriptionId: Type.Optional(Type.String()),
    provisioningState: Type.String(),
    managementGroupId: OptionalNullableString,
  }),
})
type SubscriptionAlias = Static<typeof Alias> & {
  /** Set if Azure says when to poll. */
  retryAfterMs?: number
}

const Subscription = Type.Object({
  subscriptionId: Type.String(),
  displayName: Type.String(),
  /** Enabled, Warned, PastDue, Disabled, Deleted; other values are possible. */
  state: Type.String(),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
})
type Subscription = Static<typeof Subscription>

const Location = Type.Object({
  name: Type.String(),
  /** Region or EdgeZone. */
  type: Type.Optional(Type.String()),
  /** Physical, or Logical for a name that covers several. */
  metadata: Type.Optional(Type.Object({ regionType: Type.Optional(Type.String()) })),
})

const Placement = Type.Object({
  id: Type.String(),
  properties: Type.Object({ parent: Type.Optional(Type.Object({ id: Type.String() })) }),
})
type Placement = Static<typeof Placement>

interface NewSubscription {
  displayName: string
  workload: 'Production' | 'DevTest'
  /** Has the form `/providers/Microsoft.Billing/billingAccounts/…/enrollmentAccounts/…`. */
  billingScope: string
  managementGroupId?: string
  tags?: Record<string, string>
  owner?: { id: string; tenantId: string } | undefined
}

function aliasOf(reply: Reply): SubscriptionAlias {
  const afterMs = retryAfterMs(reply.headers, Date.now())
  return { ...reply.as(Alias), ...(afterMs ? { retryAfterMs: afterMs } : {}) }
}

/** @param billing creates subscriptions; a separate service, because the billing scope decides who can create them */
export function armSubscriptions(send: Send, billing: Send) {
  const aliasPath = (alias: string) => `/providers/Microsoft.Subscription/aliases/${encodeURIComponent(alias)}`
  const aliasQuery = { 'api-version': apiVersions.subscriptionAliases }
  const query = { 'api-version': apiVersions.subscriptions }
  const memberPath = (group: string, subscriptionId: string) =>
    `/providers/Microsoft.Management/managementGroups/${encodeURIComponent(group)}/subscriptions/${encodeURIComponent(subscriptionId)}`
  const memberQuery = { 'api-version': apiVersions.managementGroups }

  return {
    async getSubscriptionAlias(alias: string): Promise<SubscriptionAlias | undefined> {
      const reply = await send({ method: 'GET', path: aliasPath(alias), query: aliasQuery, accept: [404] })
      return reply.status === 404 ? undefined : aliasOf(reply)
    },

    /**
     * Requests a subscription. The alias is the key: a repeated call returns the same subscription. Poll `getSubscriptionAlias` until the
     * state is `Succeeded`.
     */
    async putSubscriptionAlias(alias: string, subscription: NewSubscription): Promise<SubscriptionAlias> {
      const { displayName, workload, billingScope, managementGroupId, tags, owner } = subscription
      const additionalProperties = {
        managementGroupId: managementGroupId && `/providers/Microsoft.Management/managementGroups/${managementGroupId}`,
        tags,
        ...(owner ? { subscriptionOwnerId: owner.id, subscriptionTenantId: owner.tenantId } : {}),
      }
      const body = { properties: { displayName, workload, billingScope, additionalProperties } }
      return aliasOf(await billing({ method: 'PUT', path: aliasPath(alias), query: aliasQuery, body }))
    },

    /** Deletes only the alias; the subscription stays. The call also succeeds if the alias is missing. */
    async deleteSubscriptionAlias(alias: string): Promise<void> {
      await send({ method: 'DELETE', path: aliasPath(alias), query: aliasQuery, accept: [404] })
    },

    listSubscriptions: (): Promise<Subscription[]> => fetchAllPages(send, { method: 'GET', path: '/subscriptions', query }, Subscription),

    /** Returns undefined if the subscription is missing or not visible yet. A new subscription can take minutes to appear. */
    async getSubscription(subscriptionId: string): Promise<Subscription | undefined> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}`
      const reply = await send({ method: 'GET', path, query, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Subscription)
    },

    async listRegions(subscriptionId: string): Promise<string[]> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/locations`
      const locations = await fetchAllPages(send, { method: 'GET', path, query }, Location)
      return locations
        .filter(({ type, metadata }) => (type ?? 'Region') === 'Region' && metadata?.regionType !== 'Logical')
        .map(({ name }) => name)
    },

    async renameSubscription(subscriptionId: string, subscriptionName: string): Promise<void> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Subscription/rename`
      await send({ method: 'POST', path, query: aliasQuery, body: { subscriptionName }, idempotent: true })
    },

    /** Moves a subscription under a management group. The call is idempotent. */
    async moveSubscription(group: string, subscriptionId: string): Promise<void> {
      await send({ method: 'PUT', path: memberPath(group, subscriptionId), query: memberQuery })
    },

    async getManagementGroupOf(group: string, subscriptionId: string): Promise<Placement | undefined> {
      const reply = await send({ method: 'GET', path: memberPath(group, subscriptionId), query: memberQuery, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Placement)
    },
  }
}
