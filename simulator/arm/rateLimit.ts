import { ArmError } from './armError.ts'
import type { ArmRequest } from './armRoute.ts'

/**
 * Azure has a token bucket per caller and subscription, with a size and a number of tokens that are refilled per second. The bucket of the
 * tenant is 15 times as large.
 */
const buckets = {
  reads: { size: 250, perSecond: 25 },
  writes: { size: 200, perSecond: 10 },
  deletes: { size: 200, perSecond: 10 },
}
const tenantFactor = 15

type Kind = keyof typeof buckets

interface Level {
  tokens: number
  at: number
}

const levels = new WeakMap<ArmRequest['sim'], Map<string, Level>>()

/**
 * Takes one token, by the real clock, not the simulated one.
 * @returns the header with the remaining tokens
 * @throws 429 with Retry-After when none is left
 */
export function spendRateToken(request: Pick<ArmRequest, 'sim' | 'caller' | 'method' | 'path'>): Record<string, string> {
  const kind: Kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : request.method === 'DELETE' ? 'deletes' : 'writes'
  const subscriptionId = /^\/subscriptions\/([^/]+)/i.exec(request.path)?.[1]?.toLowerCase()
  const factor = subscriptionId ? 1 : tenantFactor
  const size = buckets[kind].size * factor
  const perSecond = buckets[kind].perSecond * factor

  const cached = levels.get(request.sim) ?? new Map<string, Level>()
  levels.set(request.sim, cached)
  const key = `${request.caller.oid} ${subscriptionId ?? 'tenant'} ${kind}`
  const now = Date.now()
  const stateBefore = cached.get(key) ?? { tokens: size, at: now }
  const tokens = Math.min(size, stateBefore.tokens + ((now - stateBefore.at) / 1000) * perSecond)
  cached.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })

  const header = `x-ms-ratelimit-remaining-${subscriptionId ? 'subscription' : 'tenant'}-${kind}`
  if (tokens >= 1) return { [header]: String(Math.floor(tokens - 1)) }
  const wait = Math.ceil((1 - tokens) / perSecond)
  throw new ArmError(
    429,
    subscriptionId ? 'SubscriptionRequestsThrottled' : 'TenantRequestsThrottled',
    `Number of '${kind}' requests for ${subscriptionId ? `subscription '${subscriptionId}'` : 'the tenant'} actor '${request.caller.oid}' exceeded. Please try again after '${wait}' seconds after additional tokens are available.`,
    { headers: { 'retry-after': String(wait), [header]: '0' } },
  )
}
