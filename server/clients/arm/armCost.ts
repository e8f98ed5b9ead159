import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import type { Reply, Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Result = Type.Object({
  properties: Type.Object({
    nextLink: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    columns: Type.Array(Type.Object({ name: Type.String() })),
    rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()]))),
  }),
})
type Cell = Static<typeof Result>['properties']['rows'][number][number]

export interface GroupCost {
  /** Day in UTC, `2026-11-21`. */
  day: string
  /** The name in lower case. */
  resourceGroup: string
  /** The cost in whole units of `currency`, as written by Azure. */
  cost: number
  currency: string
}

export interface CostRow {
  /** First day of the month, such as `2026-11-01`. */
  month: string
  service: string
  /** In lower case; empty for charges without a resource. */
  resourceType: string
  /** The cost in whole units of `currency`. */
  cost: number
  currency: string
}

const maxPages = 20
const measure = { totalCost: { name: 'Cost', function: 'Sum' } }

export function armCost(send: Send) {
  const query = { 'api-version': apiVersions.costManagement }

  /** Reads the rows of all pages as records with lower-case column names. A response without a body has no rows. */
  async function fetchRows(subscriptionId: string, queryKind: 'query' | 'forecast', body: object): Promise<Record<string, Cell>[]> {
    const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.CostManagement/${queryKind}`
    const records: Record<string, Cell>[] = []
    let next: string | null | undefined = path
    for (let page = 1; next; page++) {
      if (page > maxPages) throw tooManyRowsError()
      const isFirstPage: boolean = next === path
      const reply: Reply = await send({ method: 'POST', path: next, ...(isFirstPage && { query }), body, readOnly: true })
      if (reply.status === 204) break
      const { properties } = reply.as(Result)
      const names = properties.columns.map(({ name }) => name.toLowerCase())
      for (const row of properties.rows) records.push(Object.fromEntries(row.map((cell, index) => [names[index] ?? '', cell])))
      next = properties.nextLink
    }
    return records
  }

  const tooManyRowsError = () =>
    new ExternalError({
      service: send.service,
      code: 'tooManyPages',
      message: `${send.service} returned more than ${maxPages} pages of costs, so Slipway stopped reading.`,
      retryable: false,
    })

  return {
    /**
     * Reads the cost of a subscription by month, service and type of resource; the result is empty without cost. Azure allows few such
     * queries per minute.
     */
    async listCosts(subscriptionId: string, from: Date, to: Date): Promise<CostRow[]> {
      const rows = await fetchRows(subscriptionId, 'query', {
        type: 'ActualCost',
        timeframe: 'Custom',
        timePeriod: { from: from.toISOString(), to: to.toISOString() },
        dataset: {
          granularity: 'Monthly',
          aggregation: measure,
          grouping: ['ServiceName', 'ResourceType'].map((name) => ({ type: 'Dimension', name })),
        },
      })
      return rows.map((row) => ({
        month: `${String(row.billingmonth ?? '').slice(0, 7)}-01`,
        service: String(row.servicename || 'Other'),
        resourceType: String(row.resourcetype ?? '').toLowerCase(),
        cost: Number(row.cost ?? 0),
        currency: String(row.currency ?? ''),
      }))
    },

    /** Reads the cost of each resource group by day. The data is about a day old, and groups without cost are left out. */
    async listDailyCostByGroup(subscriptionId: string, from: Date, to: Date): Promise<GroupCost[]> {
      const rows = await fetchRows(subscriptionId, 'query', {
        type: 'ActualCost',
        timeframe: 'Custom',
        timePeriod: { from: from.toISOString(), to: to.toISOString() },
        dataset: { granularity: 'Daily', aggregation: measure, grouping: [{ type: 'Dimension', name: 'ResourceGroupName' }] },
      })
      return rows.map((row) => ({
        day: String(row.usagedate ?? '').replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3'),
        resourceGroup: String(row.resourcegroupname ?? '').toLowerCase(),
        cost: Number(row.cost ?? 0),
        currency: String(row.currency ?? ''),
      }))
    },

    /** Forecasts the remaining cost until the date, in whole units of the billing currency. Undefined if Azure has too little data. */
    async forecastCost(subscriptionId: string, from: Date, to: Date): Promise<number | undefined> {
      const rows = await fetchRows(subscriptionId, 'forecast', {
        type: 'ActualCost',
        timeframe: 'Custom',
        timePeriod: { from: from.toISOString(), to: to.toISOString() },
        dataset: { granularity: 'Daily', aggregation: measure },
        includeActualCost: false,
      })
      return rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + Number(row.cost ?? 0), 0)
    },
  }
}
