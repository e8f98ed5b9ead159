import { ManagementGroupsAPI } from '@azure/arm-managementgroups'
import { SubscriptionClient as Subscriptions } from '@azure/arm-resources-subscriptions'
import { SubscriptionClient as Aliases } from '@azure/arm-subscriptions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billingScope } from '../../sample/topology.ts'
import { type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let subscriptions: Subscriptions
let aliases: Aliases
let groups: ManagementGroupsAPI
beforeAll(async () => {
  cloud = await startCloud()
  subscriptions = new Subscriptions(cloud.credential, cloud.arm)
  aliases = new Aliases(cloud.credential, cloud.arm)
  groups = new ManagementGroupsAPI(cloud.credential, cloud.arm)
})
afterAll(() => cloud.close())

const group = 'ng-lz-corp-prod'
const requestBody = {
  properties: {
    displayName: 'By a stranger',
    workload: 'Production',
    billingScope,
    additionalProperties: { managementGroupId: `/providers/Microsoft.Management/managementGroups/${group}`, tags: { made: 'by-stranger' } },
  },
}

it('creates, changes and cancels a subscription', async () => {
  const created = await aliases.alias.beginCreateAndWait('stranger-1', requestBody, { updateIntervalInMs: 20 })
  expect(created).toMatchObject({ name: 'stranger-1', properties: { provisioningState: 'Succeeded', subscriptionId: expect.any(String) } })
  const subscriptionId = created.properties!.subscriptionId!
  expect(await aliases.alias.get('stranger-1')).toMatchObject({ properties: { subscriptionId } })
  expect(await subscriptions.subscriptions.get(subscriptionId)).toMatchObject({
    subscriptionId,
    displayName: 'By a stranger',
    state: 'Enabled',
    tags: { made: 'by-stranger' },
  })
  await aliases.subscription.rename(subscriptionId, { subscriptionName: 'Renamed by a stranger' })
  expect((await subscriptions.subscriptions.get(subscriptionId)).displayName).toBe('Renamed by a stranger')
  expect(await aliases.subscription.cancel(subscriptionId)).toEqual({ subscriptionId })
  expect((await subscriptions.subscriptions.get(subscriptionId)).state).toBe('Disabled')
  expect(await aliases.subscription.enable(subscriptionId)).toEqual({ subscriptionId })
  await aliases.alias.delete('stranger-1')
  await expect(aliases.alias.get('stranger-1')).rejects.toMatchObject({ name: 'RestError', statusCode: 404, code: 'NotFound' })
  expect((await subscriptions.subscriptions.get(subscriptionId)).state).toBe('Enabled')
})

it('reports the reason why a subscription is not created', async () => {
  const otherScope = {
    properties: { ...requestBody.properties, billingScope: '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2' },
  }
  await expect(aliases.alias.beginCreateAndWait('stranger-2', otherScope)).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 401,
    code: 'UserNotAuthorized',
  })
})

it('reads every subscription to the last page, and the regions of one', async () => {
  const allSubscriptions = await items(subscriptions.subscriptions.list())
  expect(allSubscriptions.length).toBeGreaterThan(1_000)
  expect(new Set(allSubscriptions.map((each) => each.subscriptionId)).size).toBe(allSubscriptions.length)
  const regions = await items(subscriptions.subscriptions.listLocations(allSubscriptions[0]!.subscriptionId!))
  expect(regions.map(({ name }) => name)).toContain('uksouth')
  await expect(subscriptions.subscriptions.get('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    statusCode: 404,
    code: 'SubscriptionNotFound',
  })
})

it('moves a subscription between management groups', async () => {
  const [account] = cloud.sim.company.accounts.filter(({ status, managementGroupId }) => status === 'active' && managementGroupId !== group)
  const { subscriptionId } = account!
  const { managementGroupSubscriptions } = groups
  expect(await managementGroupSubscriptions.create(group, subscriptionId)).toMatchObject({ name: subscriptionId, state: 'Active' })
  expect(await managementGroupSubscriptions.getSubscription(group, subscriptionId)).toMatchObject({
    id: `/providers/Microsoft.Management/managementGroups/${group}/subscriptions/${subscriptionId}`,
    parent: { id: `/providers/Microsoft.Management/managementGroups/${group}` },
  })
  await expect(managementGroupSubscriptions.getSubscription(account!.managementGroupId, subscriptionId)).rejects.toMatchObject({
    statusCode: 404,
  })
})

it('creates a management group with the client’s poller', async () => {
  const created = await groups.managementGroups.beginCreateOrUpdateAndWait(
    'ng-stranger',
    { displayName: 'Stranger', details: { parent: { id: '/providers/Microsoft.Management/managementGroups/northgate' } } },
    { updateIntervalInMs: 20 },
  )
  expect(created).toMatchObject({ name: 'ng-stranger' })
  expect(await groups.managementGroups.get('ng-stranger')).toMatchObject({
    displayName: 'Stranger',
    details: { parent: { name: 'northgate' } },
  })
})

it('waits for the requested delay when calls are throttled', async () => {
  cloud.throttleOnce('arm', '^/subscriptions\\?')
  const startedAt = Date.now()
  expect((await items(subscriptions.subscriptions.list())).length).toBeGreaterThan(1_000)
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
})

it('responds to a claims challenge with a new token', async () => {
  const claims = Buffer.from('{"access_token":{"nbf":{"essential":true,"value":"1"}}}').toString('base64')
  cloud.sim.faults.add({
    service: 'arm',
    path: '/locations',
    count: 1,
    action: {
      kind: 'status',
      status: 401,
      headers: {
        'www-authenticate': `Bearer authorization_uri="${cloud.sim.origins.identity}/common/oauth2/authorize", error="insufficient_claims", claims="${claims}"`,
      },
      body: { error: { code: 'InvalidAuthenticationToken', message: 'The session is no longer valid.' } },
    },
  })
  const { subscriptionId } = cloud.sim.company.accounts[0]!
  expect((await items(subscriptions.subscriptions.listLocations(subscriptionId))).length).toBeGreaterThan(1)
})
