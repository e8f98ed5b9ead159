import { Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import type { Send } from './pipeline.ts'

const Metric = Type.Object({
  name: Type.Object({ value: Type.String() }),
  timeseries: Type.Array(
    Type.Object({
      data: Type.Array(Type.Object({ timeStamp: Type.String(), average: Type.Optional(Type.Union([Type.Number(), Type.Null()])) })),
    }),
  ),
})

/** What tells how busy a resource is, by its type in lower case: a share of its processors in percent. */
export const loadMetrics: Readonly<Record<string, string>> = {
  'microsoft.compute/virtualmachines': 'Percentage CPU',
  'microsoft.compute/virtualmachinescalesets': 'Percentage CPU',
  'microsoft.containerservice/managedclusters': 'node_cpu_usage_percentage',
  'microsoft.dbforpostgresql/flexibleservers': 'cpu_percent',
  'microsoft.dbformysql/flexibleservers': 'cpu_percent',
  'microsoft.web/serverfarms': 'CpuPercentage',
}

/** Azure Monitor's measurements. */
export function armMetrics(send: Send) {
  return {
    /** A metric's averages by the hour, those of hours in which nothing was measured left out; undefined when the resource is gone. */
    async listHourlyAverages(resourceId: string, metric: string, from: Date, to: Date): Promise<number[] | undefined> {
      const reply = await send({
        method: 'GET',
        path: `${resourceId}/providers/Microsoft.Insights/metrics`,
        query: {
          'api-version': apiVersions.metrics,
          metricnames: metric,
          timespan: `${from.toISOString()}/${to.toISOString()}`,
          interval: 'PT1H',
          aggregation: 'average',
        },
        accept: [404],
      })
      if (reply.status === 404) return undefined
      return reply
        .list(Metric, 'value')
        .flatMap(({ timeseries }) => timeseries.flatMap(({ data }) => data.map(({ average }) => average)))
        .filter((average) => typeof average === 'number')
    },
  }
}
