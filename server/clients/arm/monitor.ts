import { type Static, Type } from 'typebox'
import { chunks } from '../chunks.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Metric = Type.Object({
  name: Type.Object({ value: Type.String() }),
  /** `Success`, or why the metric could not be read. */
  errorCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  timeseries: Type.Array(
    Type.Object({
      data: Type.Optional(
        Type.Array(Type.Object({ timeStamp: Type.String(), average: Type.Optional(Type.Union([Type.Number(), Type.Null()])) })),
      ),
    }),
  ),
})
/** `resourceid` is optional in the specification. Without it, the resource is taken from the IDs of the metrics, which start with it. */
const ResourceMetrics = Type.Object({ resourceid: Type.Optional(Type.String()), value: Type.Array(Metric) })

/** The metric for the load (processor use in percent) of a resource, by lower-case type. */
export const loadMetrics: Readonly<Record<string, string>> = {
  'microsoft.compute/virtualmachines': 'Percentage CPU',
  'microsoft.compute/virtualmachinescalesets': 'Percentage CPU',
  'microsoft.containerservice/managedclusters': 'node_cpu_usage_percentage',
  'microsoft.dbforpostgresql/flexibleservers': 'cpu_percent',
  'microsoft.dbformysql/flexibleservers': 'cpu_percent',
  'microsoft.web/serverfarms': 'CpuPercentage',
}

export interface MonitoredResource {
  id: string
  /** A type in `loadMetrics`, ignoring case. */
  type: string
  region: string
}
/** Average load in one hour, in percent. */
export interface HourlyLoad {
  at: Date
  average: number
}

/** Azure's limit on resources per call, all in one subscription and region and of one type. */
const maxResources = 50

export type Monitor = ReturnType<typeof createMonitor>

export const invalidRegion = (region: string): string => `This isn’t a region name: ${region}`

/**
 * Azure Monitor's metrics. Each region has its own URL: `pattern` with the region in place of `{region}`. `createSend` creates a sender for
 * a URL.
 */
export function createMonitor(pattern: string, createSend: (endpoint: string) => Send) {
  const senders = new Map<string, Send>()

  function sender(region: string): Send {
    if (!/^[a-z][a-z\d]{1,39}$/.test(region)) throw new Error(invalidRegion(region))
    const send = senders.get(region) ?? createSend(pattern.replace('{region}', region))
    senders.set(region, send)
    return send
  }

  /** Sends one call. A missing resource can make the whole call fail, so a failed call is repeated with each half of the resources. */
  async function fetchLoads(resources: MonitoredResource[], from: Date, until: Date): Promise<[id: string, loads: HourlyLoad[]][]> {
    const [{ id, type, region }] = resources as [MonitoredResource]
    const reply = await sender(region)({
      method: 'POST',
      path: `/subscriptions/${id.split('/')[2]}/metrics:getBatch`,
      query: {
        'api-version': apiVersions.metrics,
        metricnamespace: type,
        metricnames: loadMetrics[type.toLowerCase()],
        starttime: from.toISOString(),
        endtime: until.toISOString(),
        interval: 'PT1H',
        aggregation: 'average',
      },
      body: { resourceids: resources.map((each) => each.id) },
      readOnly: true,
      accept: [404],
    })
    if (reply.status === 404) {
      const middle = Math.ceil(resources.length / 2)
      if (resources.length === 1) return []
      return [...(await fetchLoads(resources.slice(0, middle), from, until)), ...(await fetchLoads(resources.slice(middle), from, until))]
    }
    const responses = reply.list(ResourceMetrics, 'values')
    return resources.map((each) => {
      const ownMetrics = responses.find(({ resourceid }) => resourceid?.toLowerCase() === each.id.toLowerCase())
      return [each.id.toLowerCase(), ownMetrics ? loadsOf(ownMetrics.value) : []]
    })
  }

  return {
    /**
     * Returns the load of resources by lower-case ID, without hours that have no data and without missing resources. Resources are read
     * together where Azure allows it (learn.microsoft.com, “Metrics Batch - Batch”, 2024-02-01).
     */
    async listHourlyLoads(resources: readonly MonitoredResource[], from: Date, until: Date): Promise<Map<string, HourlyLoad[]>> {
      const kindOf = ({ id, type, region }: MonitoredResource) => `${id.split('/')[2]} ${type} ${region}`.toLowerCase()
      const loadsByResource = new Map<string, HourlyLoad[]>()
      for (const resourcesOfKind of Map.groupBy(resources, kindOf).values())
        for (const batch of chunks(resourcesOfKind, maxResources))
          for (const [id, loadsOfResource] of await fetchLoads(batch, from, until)) loadsByResource.set(id, loadsOfResource)
      return loadsByResource
    },
  }
}

function loadsOf(metrics: Static<typeof Metric>[]): HourlyLoad[] {
  return metrics
    .filter(({ errorCode }) => (errorCode ?? 'Success') === 'Success')
    .flatMap(({ timeseries }) => timeseries.flatMap(({ data = [] }) => data))
    .flatMap(({ timeStamp, average }) => (typeof average === 'number' ? [{ at: new Date(timeStamp), average }] : []))
}
