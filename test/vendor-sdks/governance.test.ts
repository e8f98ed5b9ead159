import { AdvisorManagementClient } from '@azure/arm-advisor'
import { KeyVaultManagementClient } from '@azure/arm-keyvault'
import { ManagementLockClient } from '@azure/arm-locks'
import { MonitorClient } from '@azure/arm-monitor'
import { PolicyClient } from '@azure/arm-policy'
import { PolicyInsightsClient } from '@azure/arm-policyinsights'
import { RecoveryServicesClient } from '@azure/arm-recoveryservices'
import { RecoveryServicesBackupClient } from '@azure/arm-recoveryservicesbackup'
import { ResourceManagementClient } from '@azure/arm-resources'
import { MetricsClient } from '@azure/monitor-query-metrics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { accountWith, activeAccount, type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let account: SampleAccount
let scope: string
beforeAll(async () => {
  cloud = await startCloud()
  account = activeAccount(cloud, ({ environment }) => environment === 'production')
  scope = `/subscriptions/${account.subscriptionId}`
})
afterAll(() => cloud.close())

const wait = { updateIntervalInMs: 20 }

it('reads a subscription’s policy compliance, and starts an evaluation', async () => {
  const { policyStates } = new PolicyInsightsClient(cloud.credential, cloud.arm)
  const { subscriptionId } = account
  const { value } = await policyStates.summarizeForSubscription('latest', subscriptionId)
  expect(value).toHaveLength(1)
  expect(value![0]).toMatchObject({ results: { nonCompliantResources: expect.any(Number) }, policyAssignments: expect.any(Array) })
  const matches = await items(
    policyStates.listQueryResultsForSubscription('latest', subscriptionId, {
      queryOptions: { filter: "complianceState eq 'NonCompliant'", top: 5 },
    }),
  )
  expect(matches.length).toBeLessThanOrEqual(5)
  for (const state of matches)
    expect(state).toMatchObject({ resourceId: expect.any(String), isCompliant: false, timestamp: expect.any(Date) })
  await policyStates.beginTriggerSubscriptionEvaluationAndWait(subscriptionId, wait)
})

it('assigns a policy and removes it', async () => {
  const { policyAssignments } = new PolicyClient(cloud.credential, account.subscriptionId, cloud.arm)
  const created = await policyAssignments.create(scope, 'stranger-regions', {
    displayName: 'Allowed regions',
    policyDefinitionId: '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c',
    parameters: { listOfAllowedLocations: { value: ['uksouth'] } },
    enforcementMode: 'Default',
  })
  expect(created).toMatchObject({
    name: 'stranger-regions',
    enforcementMode: 'Default',
    parameters: { listOfAllowedLocations: { value: ['uksouth'] } },
  })
  expect(await policyAssignments.get(scope, 'stranger-regions')).toMatchObject({ id: created.id })
  await policyAssignments.delete(scope, 'stranger-regions')
  await expect(policyAssignments.get(scope, 'stranger-regions')).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 404,
    code: 'PolicyAssignmentNotFound',
  })
})

it('starts Advisor’s evaluation, and reads its recommendations', async () => {
  const { recommendations } = new AdvisorManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
  const { location } = await recommendations.generate()
  const operationId = /generateRecommendations\/([^?]+)/.exec(location!)![1]!
  await expect
    .poll(async () => {
      const statuses: number[] = []
      await recommendations.getGenerateStatus(operationId, { onResponse: ({ status }) => void statuses.push(status) })
      return statuses[0]
    })
    .toBe(204)
  const category = 'Cost'
  const matches = await items(recommendations.list({ filter: `Category eq '${category}'` }))
  for (const each of matches) expect(each).toMatchObject({ category, impact: expect.any(String), lastUpdated: expect.any(Date) })
})

it('reads backup vaults, policies and items, and stops a backup', async () => {
  const { subscriptionId } = accountWith(cloud, 'Microsoft.Compute/virtualMachines')
  const vaults = await items(new RecoveryServicesClient(cloud.credential, subscriptionId, cloud.arm).vaults.listBySubscriptionId())
  expect(vaults.length).toBeGreaterThan(0)
  const [, , , , group = '', , , , vault = ''] = vaults[0]!.id!.split('/')
  const backup = new RecoveryServicesBackupClient(cloud.credential, subscriptionId, cloud.arm)
  const policies = await items(backup.backupPolicies.list(vault, group))
  expect(policies.length).toBeGreaterThan(0)
  const protectedItems = await items(backup.backupProtectedItems.list(vault, group))
  const [firstProtectedItem] = protectedItems
  expect(firstProtectedItem).toMatchObject({ properties: { protectedItemType: expect.any(String), policyId: expect.any(String) } })
  const [, fabric = '', container = '', item = ''] =
    /backupFabrics\/([^/]+)\/protectionContainers\/([^/]+)\/protectedItems\/([^/]+)/i.exec(firstProtectedItem!.id!) ?? []
  const { managementLocks } = new ManagementLockClient(cloud.credential, subscriptionId, cloud.arm)
  for (const lock of await items(managementLocks.listAtResourceGroupLevel(group)))
    await managementLocks.deleteAtResourceGroupLevel(group, lock.name!)
  await backup.protectedItems.delete(vault, group, fabric, container, item)
  const protectedAfter = await items(backup.backupProtectedItems.list(vault, group))
  expect(protectedAfter.find(({ id }) => id === firstProtectedItem!.id)?.properties).toMatchObject({ isScheduledForDeferredDelete: true })
})

it('reads the activity log like the Azure CLI and the SDK', async () => {
  const resources = new ResourceManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
  await resources.resourceGroups.createOrUpdate('rg-logged', { location: 'uksouth' })
  const { activityLogs } = new MonitorClient(cloud.credential, account.subscriptionId, cloud.arm)
  const now = cloud.sim.clock.now()
  const from = new Date(now.getTime() - 86_400_000)
  const until = new Date(now.getTime() + 60_000)
  const seconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
  const cli = `eventTimestamp ge ${seconds(from)} and eventTimestamp le ${seconds(until)}`
  const { caller } = (await items(activityLogs.list(`${cli} and resourceGroupName eq 'rg-logged'`)))[0]!
  expect(caller).toEqual(expect.any(String))
  for (const narrowerFilter of [
    "resourceGroupName eq 'rg-logged'",
    "resourceProvider eq 'Microsoft.Resources'",
    `resourceId eq '${scope}/resourceGroups/rg-logged'`,
    `caller eq '${caller}'`,
    "status eq 'Succeeded'",
    "eventChannels eq 'Admin, Operation'",
  ]) {
    const events = await items(activityLogs.list(`${cli} and ${narrowerFilter}`))
    expect(events, narrowerFilter).toContainEqual(
      expect.objectContaining({
        resourceGroupName: 'rg-logged',
        eventTimestamp: expect.any(Date),
        status: expect.objectContaining({ value: 'Succeeded' }),
      }),
    )
  }
  expect(await items(activityLogs.list(`${cli} and caller eq 'nobody@northgate.example'`))).toEqual([])
  expect(await items(activityLogs.list(`${cli} and correlationId eq '00000000-0000-4000-8000-000000000000'`))).toEqual([])
  const quoted = `eventTimestamp ge '${from.toISOString()}' and eventTimestamp le '${until.toISOString()}' and resourceUri eq '${scope}/resourceGroups/rg-logged'`
  const selected = await items(activityLogs.list(quoted, { select: 'caller,eventTimestamp' }))
  expect(Object.keys(selected[0]!).filter((key) => selected[0]![key as 'caller'] !== undefined)).toEqual(
    expect.arrayContaining(['caller', 'eventTimestamp']),
  )
  await expect(items(activityLogs.list("resourceGroupName eq 'rg-logged'"))).rejects.toMatchObject({ name: 'RestError', statusCode: 400 })
})

it('reads the metrics of VMs', async () => {
  const { subscriptionId } = accountWith(cloud, 'Microsoft.Compute/virtualMachines')
  const resources = new ResourceManagementClient(cloud.credential, subscriptionId, cloud.arm)
  const virtualMachines = await items(resources.resources.list({ filter: "resourceType eq 'Microsoft.Compute/virtualMachines'" }))
  const machines = virtualMachines.filter(({ location }) => location === virtualMachines[0]!.location)
  // The client’s default audience is ARM’s; the specification and the simulator require Azure Monitor’s.
  const audience = 'https://metrics.monitor.azure.com/.default'
  const client = new MetricsClient(`${cloud.sim.origins.monitor}/${virtualMachines[0]!.location}`, cloud.credential, { audience })
  const now = cloud.sim.clock.now()
  const results = await client.queryResources(
    machines.map(({ id }) => id!),
    ['Percentage CPU'],
    'Microsoft.Compute/virtualMachines',
    { startTime: new Date(now.getTime() - 86_400_000), endTime: now, interval: 'PT1H', aggregation: 'average' },
  )
  expect(results.map(({ resourceId }) => resourceId)).toEqual(machines.map(({ id }) => id))
  expect(results[0]!.metrics[0]).toMatchObject({ name: 'Percentage CPU', unit: 'Percent' })
  expect(results[0]!.metrics[0]!.timeseries[0]!.data!.length).toBeGreaterThan(20)
  const clientOfOtherRegion = new MetricsClient(`${cloud.sim.origins.monitor}/brazilsouth`, cloud.credential, { audience })
  await expect(
    clientOfOtherRegion.queryResources([machines[0]!.id!], ['Percentage CPU'], 'Microsoft.Compute/virtualMachines'),
  ).rejects.toMatchObject({
    statusCode: 400,
  })
})

it('lists the key vaults of a subscription', async () => {
  const { vaults } = new KeyVaultManagementClient(
    cloud.credential,
    accountWith(cloud, 'Microsoft.KeyVault/vaults').subscriptionId,
    cloud.arm,
  )
  const matches = await items(vaults.listBySubscription())
  for (const vault of matches)
    expect(vault).toMatchObject({ name: expect.any(String), properties: { vaultUri: expect.any(String), tenantId: cloud.sim.tenantId } })
  expect(matches.length).toBeGreaterThan(0)
})
