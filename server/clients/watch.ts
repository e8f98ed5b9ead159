import type { RateLimit, ServiceSeen } from '../db/tables.ts'
import type { OutsideError } from './outsideError.ts'
import { readLimits } from './rateLimits.ts'

/** Milliseconds up to which a call belongs in a bucket; what takes longer is in one more. */
export const bounds = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const
const minuteMs = 60_000
/** Minutes that are looked back. */
export const windowMinutes = 15
const mostServices = 40
const mostLimits = 12

interface Minute {
  minute: number
  calls: number
  failures: number
  buckets: number[]
}
interface Seen {
  minutes: Minute[]
  lastGoodAt: number | undefined
  lastError: ServiceSeen['lastError']
  limits: Map<string, RateLimit>
  tokenExpiresAt: number | undefined
}

/** Remembers how outside services answer this process: how long they take, what they refuse, and how much they say they take. */
export interface ServiceWatch {
  /** There is such a service, whether it was called or not. */
  know(service: string): void
  answered(service: string, call: { ms: number; headers: Readonly<Record<string, string>>; at: number }): void
  /** @param call.trouble whether it is the service’s own, where its errors do not say so as answers over HTTP do */
  failed(service: string, call: { ms: number; error: OutsideError; at: number; trouble?: boolean }): void
  signedIn(service: string, expiresAt: number): void
  /** The last quarter of an hour, by service. */
  look(at: number): Map<string, ServiceSeen>
}

/** @param counted is told of every call, for those who count them elsewhere too */
export function watchServices(counted?: (service: string, outcome: 'answered' | 'failed', seconds: number) => void): ServiceWatch {
  const services = new Map<string, Seen>()

  function of(service: string): Seen | undefined {
    const known = services.get(service)
    if (known || services.size >= mostServices) return known
    const fresh: Seen = { minutes: [], lastGoodAt: undefined, lastError: null, limits: new Map(), tokenExpiresAt: undefined }
    services.set(service, fresh)
    return fresh
  }

  function count(seen: Seen, ms: number, at: number, failure: boolean): void {
    const minute = Math.floor(at / minuteMs)
    let last = seen.minutes.at(-1)
    if (last?.minute !== minute) {
      last = { minute, calls: 0, failures: 0, buckets: Array(bounds.length + 1).fill(0) }
      seen.minutes.push(last)
      if (seen.minutes.length > windowMinutes) seen.minutes.shift()
    }
    last.calls += 1
    if (failure) last.failures += 1
    const bucket = bounds.findIndex((bound) => ms <= bound)
    last.buckets[bucket === -1 ? bounds.length : bucket]! += 1
  }

  return {
    know: (service) => void of(service),
    answered(service, { ms, headers, at }) {
      counted?.(service, 'answered', ms / 1_000)
      const seen = of(service)
      if (!seen) return
      count(seen, ms, at, false)
      seen.lastGoodAt = at
      for (const limit of readLimits(headers, at))
        if (seen.limits.has(limit.name) || seen.limits.size < mostLimits) seen.limits.set(limit.name, limit)
    },
    failed(service, { ms, error, at, trouble = isTrouble(error) }) {
      counted?.(service, 'failed', ms / 1_000)
      const seen = of(service)
      if (!seen) return
      count(seen, ms, at, trouble)
      if (!trouble) {
        seen.lastGoodAt = at
        return
      }
      const { code, status, message } = error
      seen.lastError = { at: new Date(at).toISOString(), code: code.slice(0, 100), status: status ?? null, message: message.slice(0, 500) }
    },
    signedIn(service, expiresAt) {
      const seen = of(service)
      if (seen) seen.tokenExpiresAt = expiresAt
    },
    look(at) {
      const from = Math.floor(at / minuteMs) - windowMinutes
      return new Map([...services].map(([service, seen]) => [service, present(seen, from)]))
    },
  }
}

/** Counts whatever is called under one name: those who are called have names of their own, or none that should be listed. */
export function seenAs(watch: ServiceWatch, service: string): ServiceWatch {
  return {
    know: () => watch.know(service),
    answered: (_, call) => watch.answered(service, call),
    failed: (_, call) => watch.failed(service, call),
    signedIn: (_, expiresAt) => watch.signedIn(service, expiresAt),
    look: (at) => watch.look(at),
  }
}

/**
 * The service itself is in trouble, or does not let Slipway in: what it refuses for a reason in the request is an answer like any other.
 * Cost Management and RBAC answer as if a permission were missing for a subscription that they do not know yet.
 */
function isTrouble({ status, code, missing }: OutsideError): boolean {
  if (code === 'RBACAccessDenied' || (missing?.asked ?? missing?.name) === 'Microsoft.Authorization/roleDefinitions/read') return false
  return (
    missing !== undefined ||
    status === undefined ||
    status >= 500 ||
    status === 429 ||
    status === 401 ||
    code === 'htmlAnswer' ||
    code === 'unreadableAnswer'
  )
}

function present(seen: Seen, from: number): ServiceSeen {
  const minutes = seen.minutes.filter(({ minute }) => minute > from)
  const sum = (of: (minute: Minute) => number) => minutes.reduce((total, minute) => total + of(minute), 0)
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    buckets: Array.from({ length: bounds.length + 1 }, (_, bucket) => sum(({ buckets }) => buckets[bucket]!)),
    lastGoodAt: time(seen.lastGoodAt),
    lastError: seen.lastError,
    limits: [...seen.limits.values()],
    tokenExpiresAt: time(seen.tokenExpiresAt),
  }
}
