import { ManagementLockClient } from '@azure/arm-locks'
import { ResourceGraphClient } from '@azure/arm-resourcegraph'
import { ResourceManagementClient } from '@azure/arm-resources'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { accountWith, activeAccount, type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let account: SampleAccount
let resources: ResourceManagementClient
beforeAll(async () => {
  cloud = await startCloud()
  account = activeAccount(cloud)
  resources = new ResourceManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
})
afterAll(() => cloud.close())

it('creates a resource group, tags it and deletes it with the client’s poller', async () => {
  const { resourceGroups, tagsOperations } = resources
  const created = await resourceGroups.createOrUpdate('rg-stranger', { location: 'uksouth', tags: { a: '1' } })
  expect(created).toMatchObject({
    name: 'rg-stranger',
    location: 'uksouth',
    tags: { a: '1' },
    properties: { provisioningState: 'Succeeded' },
  })
  expect(await resourceGroups.get('rg-stranger')).toMatchObject({ id: created.id })
  const mergedTags = await tagsOperations.updateAtScope(created.id!, { operation: 'Merge', properties: { tags: { b: '2' } } })
  expect(mergedTags.properties.tags).toEqual({ a: '1', b: '2' })
  const without = await tagsOperations.updateAtScope(created.id!, { operation: 'Delete', properties: { tags: { a: '1' } } })
  expect(without.properties.tags).toEqual({ b: '2' })
  expect((await tagsOperations.getAtScope(created.id!)).properties.tags).toEqual({ b: '2' })
  expect((await items(resourceGroups.list())).map(({ name }) => name)).toContain('rg-stranger')
  await resourceGroups.delete('rg-stranger', { updateIntervalInMs: 20 })
  await expect(resourceGroups.get('rg-stranger')).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 404,
    code: 'ResourceGroupNotFound',
  })
  await expect(resourceGroups.delete('rg-stranger')).rejects.toMatchObject({ statusCode: 404, code: 'ResourceGroupNotFound' })
})

it('reports a deletion that Azure accepted but could not complete', async () => {
  await resources.resourceGroups.createOrUpdate('rg-stuck', { location: 'uksouth' })
  cloud.sim.faults.add({
    service: 'arm',
    method: 'DELETE',
    path: 'rg-stuck',
    count: 1,
    action: { kind: 'failAsync', code: 'ScopeLocked', message: 'The scope cannot be deleted.' },
  })
  await expect(resources.resourceGroups.delete('rg-stuck', { updateIntervalInMs: 20 })).rejects.toMatchObject({ code: 'ScopeLocked' })
})

it('reads all resources, by type and by group, page by page', async () => {
  const expand = 'createdTime,changedTime,provisioningState'
  const allResources = await items(resources.resources.list({ expand }))
  expect(allResources.length).toBeGreaterThan(3)
  expect(allResources[0]).toMatchObject({ id: expect.any(String), provisioningState: 'Succeeded', createdTime: expect.any(Date) })
  const pagedResources = await items(resources.resources.list({ top: 2 }))
  expect(pagedResources.map(({ id }) => id)).toEqual(allResources.map(({ id }) => id))
  const { type } = allResources[0]!
  const ofType = await items(resources.resources.list({ filter: `resourceType eq '${type}'` }))
  expect(ofType.length).toBe(allResources.filter((each) => each.type === type).length)
  const group = allResources[0]!.id!.split('/')[4]!
  const ofGroup = await items(resources.resources.listByResourceGroup(group))
  expect(ofGroup.map(({ id }) => id)).toContain(allResources[0]!.id)
})

it.each([
  ['Microsoft.Compute/virtualMachines', '2024-03-01'],
  ['Microsoft.Web/sites', '2023-12-01'],
  ['Microsoft.ContainerService/managedClusters', '2024-05-01'],
])('reads a resource by its id: %s', async (type, apiVersion) => {
  const { subscriptionId } = accountWith(cloud, type)
  const { resources: of } = new ResourceManagementClient(cloud.credential, subscriptionId, cloud.arm)
  const [firstResource] = await items(of.list({ filter: `resourceType eq '${type}'` }))
  expect(await of.getById(firstResource!.id!, apiVersion)).toMatchObject({
    id: firstResource!.id,
    name: firstResource!.name,
    location: firstResource!.location,
  })
  await expect(of.getById(`${firstResource!.id}-gone`, apiVersion)).rejects.toMatchObject({ statusCode: 404, code: 'ResourceNotFound' })
})

it('lists the locks of a subscription and of a group', async () => {
  const locks = new ManagementLockClient(cloud.credential, account.subscriptionId, cloud.arm)
  await resources.resourceGroups.createOrUpdate('rg-locked', { location: 'uksouth' })
  await locks.managementLocks.createOrUpdateAtResourceGroupLevel('rg-locked', 'keep', { level: 'CanNotDelete', notes: 'Stays.' })
  const ofGroup = await items(locks.managementLocks.listAtResourceGroupLevel('rg-locked'))
  expect(ofGroup).toMatchObject([{ name: 'keep', level: 'CanNotDelete', notes: 'Stays.' }])
  expect((await items(locks.managementLocks.listAtSubscriptionLevel())).map(({ name }) => name)).toContain('keep')
  await expect(resources.resourceGroups.delete('rg-locked')).rejects.toMatchObject({ statusCode: 409, code: 'ScopeLocked' })
})

it('queries Resource Graph for rows, page by page, and for a table', async () => {
  const graph = new ResourceGraphClient(cloud.credential, cloud.arm)
  const question = { query: 'resources | project id, name, type', subscriptions: [account.subscriptionId] }
  const firstPage = await graph.resources({ ...question, options: { top: 2, resultFormat: 'objectArray' } })
  expect(firstPage).toMatchObject({ count: 2, resultTruncated: 'false' })
  const rows = [...(firstPage.data as { id: string }[])]
  for (let token = firstPage.skipToken; token; ) {
    const next = await graph.resources({ ...question, options: { top: 2, resultFormat: 'objectArray', skipToken: token } })
    rows.push(...(next.data as { id: string }[]))
    token = next.skipToken
    if (rows.length >= 8) break
  }
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const table = await graph.resources({ ...question, options: { top: 3, resultFormat: 'table' } })
  expect(table.data).toMatchObject({ columns: [{ name: 'id' }, { name: 'name' }, { name: 'type' }], rows: expect.any(Array) })
  await expect(graph.resources({ ...question, query: 'resources | nonsense' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'BadRequest',
  })
})
