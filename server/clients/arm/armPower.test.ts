import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../sample/sandboxHosts.ts'
import { deployWorkload, type Workload } from '../../../simulator/arm/deployWorkload.ts'
import { saveResource } from '../../../simulator/arm/resourceStore.ts'
import type { Exchange } from '../../../simulator/core/exchangeLog.ts'
import { wireValidator } from '../../../test/wire.ts'
import { systemClock } from '../clock.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Arm } from './arm.ts'

let world: TestWorld
let arm: Arm
const exchanges: Exchange[] = []
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.exchanges.onExchange((exchange) => exchanges.push(exchange))
  arm = world.clients.arm
})
afterAll(() => world.close())
beforeEach(() => {
  world.clearCache()
  world.sim.asyncDelayMs = 30
})

const host = sandboxHosts[0]!.subscriptionId
let createdCount = 0
async function group(...workloads: Workload[]): Promise<string> {
  const name = `rg-power-${++createdCount}`
  await arm.putResourceGroup(host, name, { location: 'uksouth' })
  const scope = `/subscriptions/${host}/resourceGroups/${name}`
  for (const workload of workloads) deployWorkload(world.sim, scope, workload)
  return scope
}

async function finish(poll: (state?: string) => ReturnType<Arm['stopResource']>): Promise<number> {
  let state: string | undefined
  for (let polls = 1; ; polls++) {
    const progress = await poll(state)
    if (progress.done) return polls
    state = progress.state
    await systemClock.wait(20)
  }
}

const stop = (id: string) => finish((state) => arm.stopResource(id, state))
const start = (id: string) => finish((state) => arm.startResource(id, state))

describe('running compute', () => {
  it('is listed, stopped and started with the calls of its type', async () => {
    const scope = await group('webApp', 'machineLab', 'kubernetes')
    const runningResources = await arm.listStoppable(scope)
    expect(runningResources.map(({ type }) => type).toSorted()).toEqual([
      'microsoft.compute/virtualmachines',
      'microsoft.compute/virtualmachines',
      'microsoft.containerservice/managedclusters',
      'microsoft.dbforpostgresql/flexibleservers',
      'microsoft.web/sites',
    ])
    expect(runningResources.map(({ power }) => power)).toEqual(runningResources.map(() => 'running'))

    for (const { id } of runningResources) await stop(id)
    expect((await arm.listStoppable(scope)).every(({ power }) => power === 'stopped')).toBe(true)
    expect(await Promise.all(runningResources.map(({ id }) => arm.readPower(id)))).toEqual(runningResources.map(() => 'stopped'))

    for (const { id } of runningResources) await start(id)
    expect((await arm.listStoppable(scope)).map(({ power }) => power)).toEqual(runningResources.map(() => 'running'))
  })

  it('is listed for a whole subscription, or for one group only', async () => {
    const [firstGroup, otherGroup] = [await group('machineLab'), await group('webApp')]
    const [allResources, groupResources] = [await arm.listStoppable(`/subscriptions/${host}`), await arm.listStoppable(otherGroup)]
    expect(groupResources.every(({ id }) => id.startsWith(`${otherGroup}/`))).toBe(true)
    expect(allResources.filter(({ id }) => id.startsWith(`${firstGroup}/`) || id.startsWith(`${otherGroup}/`))).toHaveLength(4)
  })

  it('includes the VMs of a scale set as one item', async () => {
    const scope = await group()
    const id = `${scope}/providers/Microsoft.Compute/virtualMachineScaleSets/vmss`
    world.sim.state.collection('arm.resources').set(id.toLowerCase(), {
      resource: {
        id,
        name: 'vmss',
        type: 'Microsoft.Compute/virtualMachineScaleSets',
        location: 'uksouth',
        sku: { name: 'Standard_D2s_v5', capacity: 2 },
        tags: {},
        properties: {},
        createdTime: world.sim.clock.now().toISOString(),
        changedTime: world.sim.clock.now().toISOString(),
      },
    })
    expect(await arm.listStoppable(scope)).toMatchObject([{ power: 'running' }])
    await stop(id)
    expect(await arm.listStoppable(scope)).toMatchObject([{ power: 'stopped' }])
    expect(await arm.readPower(id)).toBe('stopped')
  })

  it.each([
    'Microsoft.Compute/virtualMachines',
    'Microsoft.Compute/virtualMachineScaleSets',
    'Microsoft.Web/sites',
    'Microsoft.ContainerService/managedClusters',
    'Microsoft.DBforPostgreSQL/flexibleServers',
    'Microsoft.DBforMySQL/flexibleServers',
  ])('can be stopped and restarted when its type is %s', async (type) => {
    const id = `${await group()}/providers/${type}/one`
    const now = world.sim.clock.now().toISOString()
    saveResource(world.sim, { id, name: 'one', type, location: 'uksouth', tags: {}, properties: {}, createdTime: now, changedTime: now })
    await stop(id)
    expect(await arm.readPower(id)).toBe('stopped')
    await start(id)
    expect(await arm.readPower(id)).toBe('running')
  })
})

describe('stopping', () => {
  const machineIn = async (scope: string) =>
    (await arm.listStoppable(scope)).find(({ type }) => type === 'microsoft.compute/virtualmachines')!

  it('doesn’t send a call for a stopped or deleted resource', async () => {
    const { id } = await machineIn(await group('machineLab'))
    await stop(id)
    world.clearCache()
    await stop(id)
    await stop(`${id}-gone`)
    await start(`${id}-gone`)
    expect(world.calls('arm').filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('is shown as in progress in the state of the resource', async () => {
    world.sim.asyncDelayMs = 60_000
    const { id } = await machineIn(await group('machineLab'))
    const progress = await arm.stopResource(id)
    expect(progress).toMatchObject({ done: false })
    expect(await arm.readPower(id)).toBe('changing')
    await expect(arm.startResource(id)).rejects.toMatchObject({ code: 'OperationNotAllowed', retryable: true })
    world.sim.clock.advance(61_000)
    expect(await arm.stopResource(id, progress.done ? undefined : progress.state)).toMatchObject({ done: true })
    world.sim.asyncDelayMs = 30
  })

  it('reports a failure and leaves the resource running', async () => {
    const { id } = await machineIn(await group('machineLab'))
    world.sim.faults.add({
      service: 'arm',
      path: '/deallocate',
      count: 1,
      action: { kind: 'failAsync', code: 'AllocationFailed', message: 'No.' },
    })
    await expect(stop(id)).rejects.toMatchObject({ code: 'AllocationFailed' })
    expect(await arm.readPower(id)).toBe('running')
  })

  it.each([
    ['429', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['503', { kind: 'status', status: 503 }],
    ['a lost answer', { kind: 'reset', when: 'after' }],
  ] as const)('succeeds despite %s', async (_, action) => {
    const { id } = await machineIn(await group('machineLab'))
    world.sim.faults.add({ service: 'arm', path: '/deallocate', count: 2, action })
    await stop(id)
    expect(await arm.readPower(id)).toBe('stopped')
  })
})

describe('the wire', () => {
  it('contains only calls that match Azure’s specification', async () => {
    const validator = await wireValidator()
    const power = exchanges.filter(({ path, status }) => /virtualMachines\//i.test(path) && status < 429)
    expect(power.length).toBeGreaterThan(10)
    expect((await validator?.validator(power))?.violations ?? []).toEqual([])
  })
})
