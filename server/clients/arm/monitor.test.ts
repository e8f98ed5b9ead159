import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployWorkload } from '../../../simulator/arm/deployWorkload.ts'
import { setLoad } from '../../../simulator/monitor/metrics.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { checkShape } from '../shape.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import { createMonitor, invalidRegion, type MonitoredResource } from './monitor.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clearCache())

const hourMs = 3_600_000
const path = (n: number) =>
  `/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm-${n}`
const machine = (n: number, region = 'uksouth'): MonitoredResource => ({
  id: path(n),
  type: 'Microsoft.Compute/virtualMachines',
  region,
})

function monitorOf(response: (ids: string[]) => { status?: number; body: unknown }) {
  const requests: { endpoint: string; request: ExternalRequest }[] = []
  const monitor = createMonitor('https://{region}.metrics.example', (endpoint) => {
    const send = async (request: ExternalRequest) => {
      requests.push({ endpoint, request })
      const { status = 200, body } = response((request.body as { resourceids: string[] }).resourceids)
      return {
        status,
        headers: {},
        body,
        list: (item: never, key: string) => (body as Record<string, never[]>)[key]!.map((each) => checkShape('Azure Monitor', each, item)),
      }
    }
    return Object.assign(send, { service: 'Azure Monitor', origin: endpoint }) as unknown as Send
  })
  return { monitor, requests }
}
const at = '2026-11-20T08:00:00Z'
const ofOne = (resourceid: string, average?: number | null, errorCode = 'Success') => ({
  starttime: at,
  endtime: at,
  resourceid,
  value: [
    {
      id: 'x',
      type: 'Microsoft.Insights/metrics',
      name: { value: 'Percentage CPU' },
      unit: 'Percent',
      errorCode,
      timeseries: [{ data: [{ timeStamp: at, average }] }],
    },
  ],
})
const [from, until] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T00:00:00Z')]

describe('listHourlyLoads', () => {
  it('reads the VMs of a region in one call', async () => {
    const { sim, clients } = world
    const subscriptionId = sim.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!.subscriptionId
    await clients.arm.putResourceGroup(subscriptionId, 'rg-load', { location: 'uksouth' })
    const ids = deployWorkload(sim, `/subscriptions/${subscriptionId}/resourceGroups/rg-load`, 'machineLab')
    const machines = ids
      .filter((id) => /\/virtualMachines\/[^/]+$/.test(id))
      .map((id) => ({ id, type: 'microsoft.compute/virtualmachines', region: 'uksouth' }))
    expect(machines.length).toBeGreaterThan(1)
    for (const [n, { id }] of machines.entries()) setLoad(sim, id, n + 1.5)
    sim.clock.advance(6 * hourMs)
    const now = sim.clock.now()
    world.clearCache()
    const loads = await clients.monitor.listHourlyLoads(machines, new Date(now.getTime() - 5 * hourMs), now)
    expect(world.calls('monitor')).toEqual([`POST /uksouth/subscriptions/${subscriptionId}/metrics:getBatch`])
    for (const [n, { id }] of machines.entries()) {
      const hours = loads.get(id.toLowerCase())!
      expect(hours.length).toBeGreaterThanOrEqual(5)
      expect(hours.every(({ average }) => average === n + 1.5)).toBe(true)
    }
    const deletedMachine = { ...machines[0]!, id: `${machines[0]!.id}-gone` }
    const recentLoads = await clients.monitor.listHourlyLoads([deletedMachine, ...machines], new Date(now.getTime() - hourMs), now)
    expect([...recentLoads.keys()]).toEqual(machines.map(({ id }) => id.toLowerCase()))
  })

  it('sends one call per region, type and fifty resources, with an Azure Monitor token only for Azure Monitor', async () => {
    const { monitor, requests } = monitorOf((ids) => ({ body: { values: ids.map((id) => ofOne(id, 3)) } }))
    const cluster = {
      id: path(99).replace('Compute/virtualMachines', 'ContainerService/managedClusters'),
      type: 'Microsoft.ContainerService/managedClusters',
      region: 'uksouth',
    }
    const manyMachines = Array.from({ length: 101 }, (_, n) => machine(n))
    const loads = await monitor.listHourlyLoads([...manyMachines, machine(200, 'westeurope'), cluster], from, until)
    expect(loads.size).toBe(103)
    const counts = requests.map(({ endpoint, request }) => [
      endpoint,
      request.query!.metricnames,
      (request.body as { resourceids: string[] }).resourceids.length,
    ])
    expect(counts).toEqual([
      ['https://uksouth.metrics.example', 'Percentage CPU', 50],
      ['https://uksouth.metrics.example', 'Percentage CPU', 50],
      ['https://uksouth.metrics.example', 'Percentage CPU', 1],
      ['https://westeurope.metrics.example', 'Percentage CPU', 1],
      ['https://uksouth.metrics.example', 'node_cpu_usage_percentage', 1],
    ])
    expect(requests[0]!.request).toMatchObject({
      query: {
        'api-version': '2024-02-01',
        interval: 'PT1H',
        aggregation: 'average',
        starttime: from.toISOString(),
        endtime: until.toISOString(),
      },
    })
  })

  it('leaves out missing resources, and hours without a measurement', async () => {
    const deletedPath = path(3)
    const { monitor } = monitorOf((ids) =>
      ids.includes(deletedPath)
        ? { status: 404, body: { error: { code: 'ResourceNotFound' } } }
        : {
            body: {
              values: ids.flatMap((id) =>
                id === path(6) ? [] : [ofOne(id.toUpperCase(), id === path(4) ? null : 7, id === path(5) ? 'Throttled' : 'Success')],
              ),
            },
          },
    )
    const loads = await monitor.listHourlyLoads(
      [1, 2, 3, 4, 5, 6].map((n) => machine(n)),
      from,
      until,
    )
    const averages = [{ at: new Date(at), average: 7 }]
    expect(loads).toEqual(
      new Map(
        [
          [1, averages],
          [2, averages],
          [4, []],
          [5, []],
          [6, []],
        ].map(([n, match]) => [path(n as number).toLowerCase(), match]),
      ),
    )
  })

  it('doesn’t send a call to an invalid region name', async () => {
    const { monitor, requests } = monitorOf(() => ({ body: { values: [] } }))
    for (const region of ['evil.example/', 'a@b', '', 'UKSOUTH.evil'])
      await expect(monitor.listHourlyLoads([machine(1, region)], from, until)).rejects.toThrow(invalidRegion(region))
    expect(requests).toEqual([])
  })

  it('throws when Azure rejects the call', async () => {
    world.sim.faults.add({ service: 'monitor', action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed' } } } })
    await expect(world.clients.monitor.listHourlyLoads([machine(1)], from, until)).rejects.toMatchObject({
      service: 'Azure Monitor',
      code: 'AuthorizationFailed',
    })
  })
})
