import type { RateLimit, ServiceSeen } from '../db/tables.ts'
import type { MissingPermission, PermissionCheck } from './missingPermission.ts'
import type { OutsideError } from './outsideError.ts'
import { readLimits } from './rateLimits.ts'

/** Upper bounds of the buckets in milliseconds; longer calls are in one more bucket. */
export const bounds = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const
const minuteMs = 60_000
export const windowMinutes = 15
const maxServices = 40
const maxLimits = 12
const maxMissing = 50

interface Minute {
  minute: number
  calls: number
  failures: number
  buckets: number[]
}
interface CallCounts {
  minutes: Minute[]
  lastGoodAt: number | undefined
  lastError: ServiceSeen['lastError']
  limits: Map<string, RateLimit>
  tokenExpiresAt: number | undefined
  /** Keyed by name and scope. */
  missing: Map<string, Lacked>
  checked: { at: number; names: readonly string[] } | undefined
}
interface Lacked {
  name: string
  scope: string
  at: number
  /** Kind of the refused call; undefined if a check found it. */
  call: string | undefined
}
interface CallInfo {
  method: string
  /** Without query. */
  path: string
}

interface Answered {
  ms: number
  headers: Readonly<Record<string, string>>
  at: number
  asked?: CallInfo
  status?: number
}

/** Collects how outside services respond to this process: durations, refusals and quotas. */
export interface ServiceWatch {
  /** Lists a service before it is called. */
  know(service: string): void
  /** @param call.asked if the status is a success, clears the missing permission of the same kind of call */
  answered(service: string, call: Answered): void
  /** @param call.trouble whether the service itself failed, for services without HTTP statuses */
  failed(service: string, call: { ms: number; error: OutsideError; at: number; trouble?: boolean; asked?: CallInfo }): void
  /**
   * Reports a refusal that the caller considers final. Azure rejects calls on a new subscription with the same error as a missing
   * permission, so some refusals count only once the caller, which knows the subscription's age, stops waiting.
   */
  refused(error: OutsideError, at: number): void
  /** Replaces the known state of the checked permissions. */
  permissionsChecked(service: string, check: PermissionCheck, at: number): void
  signedIn(service: string, expiresAt: number): void
  look(at: number): Map<string, ServiceSeen>
}

export type CallWatch = Pick<ServiceWatch, 'know' | 'answered' | 'failed' | 'signedIn'>

/** @param counted is called for each call, for other metrics */
export function watchServices(counted?: (service: string, outcome: 'answered' | 'failed', seconds: number) => void): ServiceWatch {
  const services = new Map<string, CallCounts>()

  function of(service: string): CallCounts | undefined {
    const known = services.get(service)
    if (known || services.size >= maxServices) return known
    const fresh: CallCounts = {
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

  function count(seen: CallCounts, ms: number, at: number, failure: boolean): void {
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

  function lack(seen: CallCounts, { name, scope }: MissingPermission, at: number, call?: string): void {
    const key = keyOf({ name, scope })
    if (seen.missing.has(key) || seen.missing.size < maxMissing) seen.missing.set(key, { name, scope, at, call })
  }

  /** Only a success shows a permission: services validate some requests before they check permissions, so an error proves nothing. */
  function allow(seen: CallCounts, asked: CallInfo): void {
    const call = kindOf(asked)
    if (call) for (const [key, lacked] of seen.missing) if (lacked.call === call) seen.missing.delete(key)
  }

  /** A refusal is a response, so the service counts as available. */
  function refuse(seen: CallCounts, error: OutsideError, at: number, call?: string): void {
    if (!error.missing) return
    seen.lastGoodAt = at
    remember(seen, error, at)
    lack(seen, error.missing, at, call)
  }

  function remember(seen: CallCounts, { code, status, message }: OutsideError, at: number): void {
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
        if (seen.limits.has(limit.name) || seen.limits.size < maxLimits) seen.limits.set(limit.name, limit)
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

/** Counts several callers under one service name, because individual names should not be listed. */
export function seenAs(watch: ServiceWatch, service: string): CallWatch {
  return {
    know: () => watch.know(service),
    answered: (_, call) => watch.answered(service, call),
    failed: (_, call) => watch.failed(service, call),
    signedIn: (_, expiresAt) => watch.signedIn(service, expiresAt),
  }
}

/** Azure's scopes are case-insensitive. */
export function keyOf({ name, scope }: MissingPermission): string {
  return `${name} ${scope.toLowerCase()}`
}

/** Cost Management and RBAC report a missing permission for subscriptions that they don't know yet. */
function maybeUnknown({ code, missing }: OutsideError): boolean {
  return code === 'RBACAccessDenied' || (missing?.asked ?? missing?.name) === 'Microsoft.Authorization/roleDefinitions/read'
}

/**
 * Groups calls that need the same permission at the same scope, so that a success proves it. Creations and deletions have different names,
 * so the last segment is dropped. Parts of a batch need separate permissions.
 */
function kindOf({ method, path }: CallInfo): string | undefined {
  if (path.endsWith('/$batch')) return undefined
  return `${method} ${method === 'PUT' || method === 'DELETE' ? path.slice(0, path.lastIndexOf('/')) : path}`.toLowerCase()
}

/**
 * Tells whether the service itself has a problem, or rejects Slipway's sign-in. Refusals because of the request or a missing permission are
 * regular responses.
 */
function isTrouble({ status, code, missing }: OutsideError): boolean {
  if (missing) return false
  return status === undefined || status >= 500 || status === 429 || status === 401 || code === 'htmlAnswer' || code === 'unreadableAnswer'
}

function present(seen: CallCounts, from: number): ServiceSeen {
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
