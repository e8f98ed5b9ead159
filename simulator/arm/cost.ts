import { randomUUID } from 'node:crypto'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { type CostRow, costRows } from './costFigures.ts'
import { readToken, writeToken } from './paging.ts'
import { findScope } from './scope.ts'
import { findSubscription, type SimSubscription } from './subscriptionStore.ts'

interface Definition {
  type?: string
  timeframe?: string
  timePeriod?: { from?: string; to?: string }
  dataset?: {
    granularity?: string
    aggregation?: Record<string, { name?: string; function?: string }>
    grouping?: { type?: string; name?: string }[]
    filter?: unknown
  }
}

const dimensions = new Map<string, (row: CostRow, sim: ArmRequest['sim']) => string>([
  ['servicename', ({ service }) => service],
  ['resourcetype', ({ resourceType }, sim) => (sim.costResourceType === 'type' ? resourceType : resourceType.split('/')[0]!)],
  ['resourcegroupname', ({ resourceGroup }) => resourceGroup.toLowerCase()],
])
const largestPage = 1000
const perMinute = 4
const minuteMs = 60_000
const recent = new WeakMap<ArmRequest['sim'], Map<string, number[]>>()

/** Cost Management allows four queries a minute per scope, and returns the delay in its own headers. @throws 429 */
function consumeQuota({ sim }: ArmRequest, scope: string): void {
  const now = Date.now()
  const scopes = recent.get(sim) ?? new Map<string, number[]>()
  recent.set(sim, scopes)
  const recentCalls = (scopes.get(scope) ?? []).filter((time) => time > now - minuteMs)
  if (recentCalls.length >= perMinute) {
    const wait = String(Math.ceil((recentCalls[0]! + minuteMs - now) / 1000))
    throw new ArmError(429, '429', 'Too many requests. Please retry.', {
      headers: { 'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': wait },
    })
  }
  scopes.set(scope, [...recentCalls, now])
}

function throwError(message: string): never {
  throw new ArmError(400, 'BadRequest', message)
}

interface ChargedScope {
  subscription: SimSubscription
  /** In lower case; undefined for the whole subscription. */
  group: string | undefined
}

function chargedScopeOf(request: ArmRequest): ChargedScope {
  const scope = findScope(request.sim, request.params.scope!)
  if (scope.kind !== 'subscription' && scope.kind !== 'resourceGroup')
    throwError('Only the costs of subscriptions and resource groups are supported.')
  consumeQuota(request, scope.key)
  const [, , subscriptionId, , group] = scope.key.split('/')
  return { subscription: findSubscription(request.sim, subscriptionId!), group }
}

function rowsOf({ sim }: ArmRequest, { subscription, group }: ChargedScope, from: Date, to: Date, step: 'Daily' | 'Monthly'): CostRow[] {
  const rows = costRows(sim, subscription, from, to, step)
  return group === undefined ? rows : rows.filter(({ resourceGroup }) => resourceGroup.toLowerCase() === group)
}

function readPeriod({ timeframe = '', timePeriod }: Definition, now: Date): { from: Date; to: Date } {
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
  if (timeframe === 'MonthToDate' || timeframe === 'BillingMonthToDate') return { from: month(0), to: now }
  if (timeframe === 'TheLastMonth' || timeframe === 'TheLastBillingMonth') return { from: month(-1), to: month(0) }
  if (timeframe !== 'Custom') throwError(`Invalid query definition: the timeframe '${timeframe}' is not supported.`)
  const [from, to] = [new Date(timePeriod?.from ?? ''), new Date(timePeriod?.to ?? '')]
  if (!(to.getTime() >= from.getTime())) throwError('Invalid query definition: a custom timeframe needs a time period, its start first.')
  if (to.getTime() - from.getTime() > 367 * 86_400_000) throwError('Invalid query definition: the time period is longer than a year.')
  return { from, to }
}

function readDataset(definition: Definition) {
  const { type = '', dataset } = definition
  if (!['ActualCost', 'AmortizedCost', 'Usage'].includes(type)) throwError(`Invalid query definition: the type '${type}' is not supported.`)
  if (!dataset) throwError('Invalid query definition: the dataset is missing.')
  const { granularity = 'None', aggregation = {}, grouping = [] } = dataset
  if (!['None', 'Daily', 'Monthly'].includes(granularity))
    throwError(`Invalid query definition: the granularity '${granularity}' is not supported.`)
  const measure = Object.values(aggregation)[0]?.name ?? 'PreTaxCost'
  if (!/^(PreTax)?Cost(USD)?$/.test(measure)) throwError(`Invalid query definition: '${measure}' cannot be summed.`)
  if (dataset.filter !== undefined) throwError('Invalid query definition: filters are not supported.')
  const unknownDimension = grouping.find(({ name }) => !dimensions.has(name?.toLowerCase() ?? ''))
  if (unknownDimension) throwError(`Invalid query definition: the dimension '${unknownDimension.name}' is not supported.`)
  if (grouping.length > 2) throwError('Invalid query definition: a query can be grouped by two dimensions at most.')
  return { granularity, measure, grouping: grouping.map(({ name }) => name!) }
}

function toReply(request: ArmRequest, { subscriptionId }: SimSubscription, columns: [string, string][], rows: unknown[][]): ArmReply {
  if (rows.length === 0) return { status: 204 }
  const offset = readToken(request.query.$skiptoken)
  const next = offset + largestPage
  const query = new URLSearchParams({ 'api-version': request.apiVersion, $skiptoken: writeToken(next) })
  const name = randomUUID()
  return ok({
    id: `subscriptions/${subscriptionId}/providers/Microsoft.CostManagement/query/${name}`,
    name,
    type: 'Microsoft.CostManagement/query',
    properties: {
      nextLink: next < rows.length ? `${request.sim.origins.arm}${request.path}?${query}` : null,
      columns: columns.map(([column, type]) => ({ name: column, type })),
      rows: rows.slice(offset, next),
    },
  })
}

/** A day is a number such as `20261103`; a month is written as its first moment. */
function stamp(date: Date, granularity: string): number | string {
  return granularity === 'Monthly' ? date.toISOString().slice(0, 19) : Number(date.toISOString().slice(0, 10).replaceAll('-', ''))
}

function sumBy(rows: CostRow[], key: (row: CostRow) => string): { row: CostRow; pounds: number }[] {
  return [...Map.groupBy(rows, key).values()].map((group) => ({
    row: group[0]!,
    pounds: Math.round(group.reduce((sum, { pounds }) => sum + pounds, 0) * 1e6) / 1e6,
  }))
}

function query(request: ArmRequest): ArmReply {
  const chargedScope = chargedScopeOf(request)
  const { subscription } = chargedScope
  const definition = request.body as Definition
  const { granularity, measure, grouping } = readDataset(definition)
  const cells = (row: CostRow) => grouping.map((name) => dimensions.get(name.toLowerCase())!(row, request.sim))
  const now = request.sim.clock.now()
  const { from, to } = readPeriod(definition, now)
  const rows = rowsOf(request, chargedScope, from, to < now ? to : now, granularity === 'Daily' ? 'Daily' : 'Monthly')
  const hasTimeColumn = granularity !== 'None'
  const totals = sumBy(rows, (row) => `${hasTimeColumn ? row.at.toISOString() : ''} ${cells(row).join('|')}`)
  const columns: [string, string][] = [
    [measure, 'Number'],
    ...(hasTimeColumn
      ? [[granularity === 'Monthly' ? 'BillingMonth' : 'UsageDate', granularity === 'Monthly' ? 'Datetime' : 'Number'] as [string, string]]
      : []),
    ...grouping.map((name): [string, string] => [name, 'String']),
    ['Currency', 'String'],
  ]
  return toReply(
    request,
    subscription,
    columns,
    totals.map(({ row, pounds }) => [pounds, ...(hasTimeColumn ? [stamp(row.at, granularity)] : []), ...cells(row), 'GBP']),
  )
}

function forecast(request: ArmRequest): ArmReply {
  const chargedScope = chargedScopeOf(request)
  const { subscription } = chargedScope
  const definition = request.body as Definition & { includeActualCost?: boolean }
  const { measure } = readDataset(definition)
  const now = request.sim.clock.now()
  const { from, to } = readPeriod(definition, now)
  const daily = (start: Date, end: Date, status: string) =>
    start < end
      ? sumBy(rowsOf(request, chargedScope, start, end, 'Daily'), (row) => row.at.toISOString()).map(({ row, pounds }) => [
          pounds,
          stamp(row.at, 'Daily'),
          status,
          'GBP',
        ])
      : []
  const rows = [
    ...(definition.includeActualCost ? daily(from, now < to ? now : to, 'Actual') : []),
    ...daily(from > now ? from : now, to, 'Forecast'),
  ]
  const columns: [string, string][] = [
    [measure, 'Number'],
    ['UsageDate', 'Number'],
    ['CostStatus', 'String'],
    ['Currency', 'String'],
  ]
  return toReply(request, subscription, columns, rows)
}

export const costRoutes: ArmRoute[] = [
  { method: 'POST', path: '{scope}/providers/Microsoft.CostManagement/query', handle: query },
  { method: 'POST', path: '{scope}/providers/Microsoft.CostManagement/forecast', handle: forecast },
]
