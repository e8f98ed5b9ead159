import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { readableSubscriptions } from './authorization.ts'
import { type ParsedQuery, parseQuery, type Row } from './kql.ts'
import { KqlError } from './kqlTokens.ts'
import { knowsSubscription } from './newSubscriptions.ts'
import { readToken, writeToken } from './paging.ts'
import { resourceGraphTables } from './resourceGraphTables.ts'
import { listSubscriptions, lookUpSubscription, type SimSubscription } from './subscriptionStore.ts'

interface QueryBody {
  query?: string
  subscriptions?: string[]
  options?: { $top?: number; $skip?: number; $skipToken?: string; resultFormat?: string }
}

const largestPage = 1000
const quota = 15
const quotaWindowMs = 5000
const recent = new WeakMap<ArmRequest['sim'], Map<string, number[]>>()

/** Takes one of the caller's 15 queries per 5 seconds. @throws 429 RateLimiting */
function consumeQuota(request: ArmRequest): Record<string, string> {
  const now = Date.now()
  const callers = recent.get(request.sim) ?? new Map<string, number[]>()
  recent.set(request.sim, callers)
  const caller = String(request.caller.oid)
  const recentTimes = (callers.get(caller) ?? []).filter((time) => time > now - quotaWindowMs)
  const headers = {
    'x-ms-user-quota-remaining': String(Math.max(0, quota - recentTimes.length - 1)),
    'x-ms-user-quota-resets-after': '00:00:05',
  }
  if (recentTimes.length >= quota) {
    const wait = Math.ceil((recentTimes[0]! + quotaWindowMs - now) / 1000)
    throw new ArmError(
      429,
      'RateLimiting',
      'Please provide below info when asking for support. Client application has been throttled and should not attempt to repeat the request until an amount of time has elapsed.',
      {
        headers: { ...headers, 'retry-after': String(wait) },
      },
    )
  }
  callers.set(caller, [...recentTimes, now])
  return headers
}

function* rowsOf({ sim }: ArmRequest, subscriptions: SimSubscription[], table: string): Generator<Row> {
  for (const subscription of subscriptions) {
    const subscriptionFields = { subscriptionId: subscription.subscriptionId, tenantId: sim.tenantId }
    for (const row of resourceGraphTables[table]!(sim, subscription)) yield { ...row, ...subscriptionFields }
  }
}

function parse(query: string): ParsedQuery {
  try {
    return parseQuery(query, resourceGraphTables)
  } catch (error) {
    if (!(error instanceof KqlError)) throw error
    throw new ArmError(400, 'BadRequest', 'Please provide below info when asking for support: timestamp, correlationId.', {
      details: [
        {
          code: 'InvalidQuery',
          message:
            'Query is invalid. Please refer to the documentation for the Azure Resource Graph service and fix the error before retrying.',
        },
        {
          code: 'ParserFailure',
          message: `ParserFailure: ${error.message}`,
          line: error.line,
          characterPositionInLine: error.position,
          token: error.token,
        },
      ],
    })
  }
}

function query(request: ArmRequest): ArmReply {
  const headers = consumeQuota(request)
  const body = request.body as QueryBody
  if (typeof body.query !== 'string') throw new ArmError(400, 'BadRequest', "The request is missing the required property 'query'.")
  const { table, run } = parse(body.query)
  const { options = {} } = body
  const top = options.$top ?? 100
  if (!Number.isInteger(top) || top < 1 || top > largestPage)
    throw new ArmError(400, 'BadRequest', `The value of $top must lie between 1 and ${largestPage}.`)
  const requestedSubscriptions = body.subscriptions?.length
    ? body.subscriptions.map((id) => lookUpSubscription(request.sim, id)).filter((each) => each !== undefined)
    : listSubscriptions(request.sim)
  const subscriptions = readableSubscriptions(request, requestedSubscriptions)
  // Unreadable subscriptions are skipped silently, unless there are no others.
  if (requestedSubscriptions.length > 0 && subscriptions.length === 0)
    throw new ArmError(400, 'BadRequest', 'Please provide below info when asking for support: timestamp, correlationId.', {
      details: [
        {
          code: 'NoValidSubscriptionsInQueryRequest',
          message: `There must be at least one subscription that is eligible to contain resources. Given: '${requestedSubscriptions.map(({ subscriptionId }) => subscriptionId).join(',')}'.`,
        },
      ],
    })
  const knownSubscriptions = subscriptions.filter((each) => knowsSubscription(request.sim, 'resourceGraph', each))
  const rows = run(rowsOf(request, knownSubscriptions, table))
  const offset = options.$skipToken ? readToken(options.$skipToken) : (options.$skip ?? 0)
  const data = rows.slice(offset, offset + top)
  const next = offset + data.length
  // Azure needs the ID column for the page token; without it, the remaining rows can't be read.
  const hasMore = next < rows.length
  const token = hasMore && data.every((row) => 'id' in row)
  return ok(
    {
      totalRecords: rows.length,
      count: data.length,
      data: options.resultFormat === 'table' ? asTable(data) : data,
      facets: [],
      resultTruncated: hasMore && !token ? 'true' : 'false',
      ...(token ? { $skipToken: writeToken(next) } : {}),
    },
    headers,
  )
}

function asTable(rows: Row[]) {
  const names = Object.keys(rows[0] ?? {})
  const typeOf = (value: unknown): string =>
    typeof value === 'number' ? 'integer' : typeof value === 'object' && value !== null ? 'object' : 'string'
  return {
    columns: names.map((name) => ({ name, type: typeOf(rows[0]![name]) })),
    rows: rows.map((row) => names.map((name) => row[name])),
  }
}

export const resourceGraphRoutes: ArmRoute[] = [{ method: 'POST', path: '/providers/Microsoft.ResourceGraph/resources', handle: query }]
