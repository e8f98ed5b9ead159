import { networkId } from '../server/clients/arm/armNetwork.ts'
import { platformServicePrincipalId, slipwayServicePrincipalId } from '../simulator/core/constants.ts'
import type { PullRequest } from '../simulator/git/pullRequest.ts'
import type { DirectoryGroup } from '../simulator/graph/groupDirectory.ts'
import type { SnowRecord } from '../simulator/servicenow/tables.ts'
import type { TestApp } from './app.ts'
import type { ApprovedAccount } from './approveAll.ts'
import { systemActionsOf } from './systemActionsOf.ts'

export type BuiltWorld = Pick<TestApp, 'db' | 'simulator' | 'config'> & { context: Pick<TestApp['context'], 'clients'> }

const roleNames: Record<string, string> = {
  'b24988ac-6180-42a0-ab88-20f7382dd24c': 'Contributor',
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635': 'Owner',
}

const applications: Record<string, string> = { [platformServicePrincipalId]: 'platform', [slipwayServicePrincipalId]: 'Slipway' }

/** Collects everything that an approved request created, in Slipway and the simulated cloud, reduced to what must exist exactly once. */
export async function readBuiltAccount(app: BuiltWorld, { requestId, accountId, runId, reference, name }: ApprovedAccount) {
  const { db, simulator, config } = app
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const run = await db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()
  const steps = await db
    .selectFrom('work_steps')
    .select(['name', 'status', 'error'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
  const listAll = <T>(collection: string) => simulator.state.collection<T>(collection).values()
  const subscriptions = listAll<{ subscriptionId: string; displayName?: string; managementGroupId?: string }>('arm.subscriptions').filter(
    (each) => each.displayName === name,
  )
  const subscriptionId = subscriptions[0]?.subscriptionId ?? ''
  const isInSubscription = (each: { scopeKey: string }) => subscriptionId !== '' && each.scopeKey.toLowerCase().includes(subscriptionId)
  const groups = listAll<DirectoryGroup>('graph.groups').filter(
    (group) => group.mailNickname.startsWith(`az-${name}-`) && group.description?.includes(accountId) && !group.deletedDateTime,
  )
  const grantsOf = (grants: { roleId: string; principalId: string }[]) =>
    grants.map(({ roleId, principalId }) => {
      const group =
        groups.find((candidate) => candidate.id === principalId)?.displayName ?? applications[principalId] ?? 'an unknown principal'
      return `${group}: ${roleNames[roleId.slice(roleId.lastIndexOf('/') + 1).toLowerCase()] ?? roleId}`
    })
  const networks = subscriptionId ? await app.context.clients.arm.listVirtualNetworks(subscriptionId) : []
  const hub = config.hubNetworks[account.region] ?? ''
  const spokeNetworkId = networkId({ subscriptionId, resourceGroup: `rg-${name}-network`, name: `vnet-${name}` })
  const peerings =
    networks.length === 0
      ? []
      : [await app.context.clients.arm.getPeering(spokeNetworkId, 'to-hub'), await app.context.clients.arm.getPeering(hub, `to-${name}`)]
  const notifications = await db
    .selectFrom('notifications')
    .select(['person_id', 'kind'])
    .where('subject_id', 'in', [requestId, accountId])
    .execute()
  return {
    run: run.status,
    stepsLeft: steps
      .filter((step) => step.status !== 'succeeded')
      .map((step) => `${step.name} ${step.status}: ${step.error?.message ?? ''}`),
    account: account.status,
    isSubscriptionKnown: account.subscription_id === subscriptionId,
    aliases: listAll<{ name: string; displayName: string }>('arm.aliases').filter((alias) => alias.displayName === name).length,
    subscriptions: subscriptions.map((each) => each.managementGroupId),
    groups: groups.map((group) => group.displayName).sort(),
    active: grantsOf(
      listAll<{ scopeKey: string; roleId: string; principalId: string }>('arm.roleAssignments').filter(isInSubscription),
    ).toSorted(),
    eligible: grantsOf(listAll<{ scopeKey: string; roleId: string; principalId: string }>('arm.pimSchedules').filter(isInSubscription)),
    networks: networks.map((network) => network.properties.addressSpace.addressPrefixes.length),
    peerings: peerings.map((peering) => peering?.properties.peeringState),
    ranges: (await db.selectFrom('address_ranges').select('range').where('account_id', '=', accountId).execute()).length,
    pullRequests: listAll<PullRequest>('git.pulls')
      .filter((pull) => pull.head === `slipway/${reference.toLowerCase()}`)
      .map((pull) => (pull.mergedAt ? 'merged' : pull.state)),
    configurationItems: listAll<SnowRecord>('servicenow.records').filter((record) => record.correlation_id === accountId).length,
    notifiedTwice: notifications
      .filter(
        (notification, index) =>
          notifications.findIndex((otherName) => otherName.person_id === notification.person_id && otherName.kind === notification.kind) <
          index,
      )
      .map(({ kind }) => kind),
    notifiedReady: notifications.filter((notification) => notification.kind === 'accountReady').length,
    systemActions: (await systemActionsOf(app, accountId)).filter(([action]) => action === 'accountProvisioned'),
  }
}

export function completeAccount(
  { name }: Pick<ApprovedAccount, 'name'>,
  subscriptionOwner: 'platform' | 'Slipway' = 'platform',
): Awaited<ReturnType<typeof readBuiltAccount>> {
  return {
    run: 'succeeded',
    stepsLeft: [],
    account: 'active',
    isSubscriptionKnown: true,
    aliases: 1,
    subscriptions: ['ng-lz-corp-dev'],
    groups: [`az-${name}-developers`, `az-${name}-operators`],
    active: [`${subscriptionOwner}: Owner`, `az-${name}-developers: Contributor`].toSorted(),
    eligible: [`az-${name}-operators: Owner`],
    networks: [1],
    peerings: ['Connected', 'Connected'],
    ranges: 1,
    pullRequests: ['merged'],
    configurationItems: 1,
    notifiedTwice: [],
    notifiedReady: 2,
    systemActions: [['accountProvisioned', 'buildAccount']],
  }
}
