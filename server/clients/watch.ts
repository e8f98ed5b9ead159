import type { RateLimit, ServiceSeen } from '../db/tables.ts'
import type { MissingPermission, PermissionCheck } from './missingPermission.ts'
import type { OutsideError } from './outsideError.ts'
import { readLimits } from './rateLimits.ts'

/** Milliseconds up to which a call belongs in a bucket; what takes longer is in one more. */
export const bounds = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const
const minuteMs = 60_000
/** Minutes that are looked back. */
export const windowMinutes = 15
const mostServices = 40
const mostLimits = 12
const maxMissing = 50

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
  /** By name and scope. */
  missing: Map<string, Lacked>
  /** When the last check of permissions was, and their names. */
  checked: { at: number; names: readonly string[] } | undefined
}
interface Lacked {
  name: string
  scope: string
  at: number
  /** The kind of call that was refused; undefined where a check found it. */
  call: string | undefined
}
/** What was asked for. */
interface Asked {
  method: string
  /** Without query. */
  path: string
}

interface Answered {
  ms: number
  headers: Readonly<Record<string, string>>
  at: number
  asked?: Asked
  /** Of the answer, where there is one. */
  status?: number
}

/** Remembers how outside services answer this process: how long they take, what they refuse, and how much they say they take. */
export interface ServiceWatch {
  /** There is such a service, whether it was called or not. */
  know(service: string): void
  /** @param call.asked where the status is one of success, ends what is on record of a permission that the same kind of call lacked */
  answered(service: string, call: Answered): void
  /** @param call.trouble whether it is the service’s own, where its errors do not say so as answers over HTTP do */
  failed(service: string, call: { ms: number; error: OutsideError; at: number; trouble?: boolean; asked?: Asked }): void
  /**
   * Whoever asked has taken a refusal for final. A new subscription is refused in the same words as one that Slipway has no permission for, so
   * some refusals count only when the caller, who knows how old the subscription is, no longer waits.
   */
  refused(error: OutsideError, at: number): void
  /** Replaces what is on record of the covered permissions. */
  permissionsChecked(service: string, check: PermissionCheck, at: number): void
  signedIn(service: string, expiresAt: number): void
  /** The last quarter of an hour, by service. */
  look(at: number): Map<string, ServiceSeen>
}

/** The part of it that each call reports to. */
export type CallWatch = Pick<ServiceWatch, 'know' | 'answered' | 'failed' | 'signedIn'>

/** @param counted is told of every call, for those who count them elsewhere too */
export function watchServices(counted?: (service: string, outcome: 'answered' | 'failed', seconds: number) => void): ServiceWatch {
  const services = new Map<string, Seen>()

  function of(service: string): Seen | undefined {
    const known = services.get(service)
    if (known || services.size >= mostServices) return known
    const fresh: Seen = {
      minutes: [],
      lastGoodAt: undefined,
      lastError: null,
      limits: new Map(),
      tokenExpiresAt: undefined,
      missing: new Map(),
      checked: undefined,
    }
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

  function lack(seen: Seen, { name, scope }: MissingPermission, at: number, call?: string): void {
    const key = keyOf({ name, scope })
    if (seen.missing.has(key) || seen.missing.size < maxMissing) seen.missing.set(key, { name, scope, at, call })
  }

  /** The call succeeded. Services check some requests before they check permissions, so an error shows nothing. */
  function allow(seen: Seen, asked: Asked): void {
    const call = kindOf(asked)
    if (call) for (const [key, lacked] of seen.missing) if (lacked.call === call) seen.missing.delete(key)
  }

  /** A refusal is an answer. */
  function refuse(seen: Seen, error: OutsideError, at: number, call?: string): void {
    if (!error.missing) return
    seen.lastGoodAt = at
    remember(seen, error, at)
    lack(seen, error.missing, at, call)
  }

  function remember(seen: Seen, { code, status, message }: OutsideError, at: number): void {
    seen.lastError = { at: new Date(at).toISOString(), code: code.slice(0, 100), status: status ?? null, message: message.slice(0, 500) }
  }

  return {
    know: (service) => void of(service),
    answered(service, { ms, headers, at, asked, status }) {
      counted?.(service, 'answered', ms / 1_000)
      const seen = of(service)
      if (!seen) return
      count(seen, ms, at, false)
      seen.lastGoodAt = at
      if (asked && status !== undefined && status < 400) allow(seen, asked)
      for (const limit of readLimits(headers, at))
        if (seen.limits.has(limit.name) || seen.limits.size < mostLimits) seen.limits.set(limit.name, limit)
    },
    failed(service, { ms, error, at, trouble = isTrouble(error), asked }) {
      counted?.(service, 'failed', ms / 1_000)
      const seen = of(service)
      if (!seen) return
      count(seen, ms, at, trouble)
      if (trouble) return remember(seen, error, at)
      seen.lastGoodAt = at
      if (!maybeUnknown(error)) refuse(seen, error, at, asked && kindOf(asked))
    },
    refused(error, at) {
      const seen = maybeUnknown(error) ? services.get(error.service) : undefined
      if (seen) refuse(seen, error, at)
    },
    permissionsChecked(service, { covered, missing }, at) {
      const seen = of(service)
      if (!seen) return
      for (const [key, { name }] of seen.missing) if (covered.includes(name)) seen.missing.delete(key)
      seen.checked = { at, names: covered }
      for (const each of missing) lack(seen, each, at)
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
export function seenAs(watch: ServiceWatch, service: string): CallWatch {
  return {
    know: () => watch.know(service),
    answered: (_, call) => watch.answered(service, call),
    failed: (_, call) => watch.failed(service, call),
    signedIn: (_, expiresAt) => watch.signedIn(service, expiresAt),
  }
}

/** Azure compares scopes without regard to case. */
export function keyOf({ name, scope }: MissingPermission): string {
  return `${name} ${scope.toLowerCase()}`
}

/** Cost Management and RBAC answer as if a permission were missing for a subscription that they do not know yet. */
function maybeUnknown({ code, missing }: OutsideError): boolean {
  return code === 'RBACAccessDenied' || (missing?.asked ?? missing?.name) === 'Microsoft.Authorization/roleDefinitions/read'
}

/**
 * Calls that need the same permission at the same place: one that is answered shows that it is there. Names differ from call to call where
 * something is created or deleted. The parts of a batch need permissions of their own.
 */
function kindOf({ method, path }: Asked): string | undefined {
  if (path.endsWith('/$batch')) return undefined
  return `${method} ${method === 'PUT' || method === 'DELETE' ? path.slice(0, path.lastIndexOf('/')) : path}`.toLowerCase()
}

/**
 * The service itself is in trouble, or does not accept Slipway's sign-in: what it refuses for a reason in the request, or for want of one
 * permission, is an answer like any other.
 */
function isTrouble({ status, code, missing }: OutsideError): boolean {
  if (missing) return false
  return status === undefined || status >= 500 || status === 429 || status === 401 || code === 'htmlAnswer' || code === 'unreadableAnswer'
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
    missing: [...seen.missing.values()]
      .filter(({ at }) => Math.floor(at / minuteMs) > from)
      .map(({ name, scope, at }) => ({ name, scope, at: new Date(at).toISOString() })),
    permissionsCheckedAt: time(seen.checked?.at),
    permissionsChecked: [...(seen.checked?.names ?? [])],
  }
}
