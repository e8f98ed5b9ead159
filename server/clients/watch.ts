import type { RateLimit, ServiceCallStats } from '../db/tables.ts'
import type { ExternalError } from './externalError.ts'
import type { MissingPermission, PermissionCheck } from './missingPermission.ts'
import { parseLimits } from './rateLimits.ts'

/** Upper bounds of the buckets in milliseconds; longer calls are in one more bucket. */
export const bounds = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const
const minuteMs = 60_000
const windowMinutes = 15
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
  lastError: ServiceCallStats['lastError']
  limits: Map<string, RateLimit>
  tokenExpiresAt: number | undefined
  missing: Map<string, MissingPermissionCount>
  checked: { at: number; names: readonly string[] } | undefined
}
interface MissingPermissionCount {
  name: string
  scope: string
  at: number
  /** Kind of the denied call; undefined if the permission check found the missing permission. */
  call: string | undefined
}
interface CallInfo {
  method: string
  path: string
}

interface CompletedCall {
  ms: number
  headers: Readonly<Record<string, string>>
  at: number
  requested?: CallInfo
  status?: number
}

export interface ServiceWatch {
  registerService(service: string): void
  /** @param call.requested the call; its success removes the missing permission of the same kind of call */
  onResponse(service: string, call: CompletedCall): void
  /** @param call.isServiceProblem whether the service itself has a problem; used for services without HTTP statuses */
  failed(service: string, call: { ms: number; error: ExternalError; at: number; isServiceProblem?: boolean; requested?: CallInfo }): void
  /**
   * Reports a denial that the caller considers final. Azure rejects calls on a new subscription with the same error as a missing
   * permission, so some denials count only once the caller, which knows the subscription's age, stops waiting.
   */
  permissionDenied(error: ExternalError, at: number): void
  /** Replaces the known state of the checked permissions. */
  permissionsChecked(service: string, check: PermissionCheck, at: number): void
  signedIn(service: string, expiresAt: number): void
  snapshot(at: number): Map<string, ServiceCallStats>
}

export type CallWatch = Pick<ServiceWatch, 'registerService' | 'onResponse' | 'failed' | 'signedIn'>

export function watchServices(onCounted?: (service: string, outcome: 'answered' | 'failed', seconds: number) => void): ServiceWatch {
  const services = new Map<string, CallCounts>()

  function countsOf(service: string): CallCounts | undefined {
    const callCounts = services.get(service)
    if (callCounts || services.size >= maxServices) return callCounts
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

  function count(counts: CallCounts, ms: number, at: number, failure: boolean): void {
    const minute = Math.floor(at / minuteMs)
    let lastMinute = counts.minutes.at(-1)
    if (lastMinute?.minute !== minute) {
      lastMinute = { minute, calls: 0, failures: 0, buckets: Array(bounds.length + 1).fill(0) }
      counts.minutes.push(lastMinute)
      if (counts.minutes.length > windowMinutes) counts.minutes.shift()
    }
    lastMinute.calls += 1
    if (failure) lastMinute.failures += 1
    const bucket = bounds.findIndex((bucketLimit) => ms <= bucketLimit)
    lastMinute.buckets[bucket === -1 ? bounds.length : bucket]! += 1
  }

  function countMissing(counts: CallCounts, { name, scope }: MissingPermission, at: number, call?: string): void {
    const key = keyOf({ name, scope })
    if (counts.missing.has(key) || counts.missing.size < maxMissing) counts.missing.set(key, { name, scope, at, call })
  }

  /** Only a success proves a permission. An error proves nothing, because services validate some requests before they check permissions. */
  function countAllowed(counts: CallCounts, requested: CallInfo): void {
    const call = kindOf(requested)
    if (call) for (const [key, missingCount] of counts.missing) if (missingCount.call === call) counts.missing.delete(key)
  }

  /** A denial is a response, so the service counts as available. */
  function countPermissionError(counts: CallCounts, error: ExternalError, at: number, call?: string): void {
    if (!error.missing) return
    counts.lastGoodAt = at
    recordError(counts, error, at)
    countMissing(counts, error.missing, at, call)
  }

  function recordError(counts: CallCounts, { code, status, message }: ExternalError, at: number): void {
    counts.lastError = { at: new Date(at).toISOString(), code: code.slice(0, 100), status: status ?? null, message: message.slice(0, 500) }
  }

  return {
    registerService: (service) => void countsOf(service),
    onResponse(service, { ms, headers, at, requested: call, status }) {
      onCounted?.(service, 'answered', ms / 1_000)
      const counts = countsOf(service)
      if (!counts) return
      count(counts, ms, at, false)
      counts.lastGoodAt = at
      if (call && status !== undefined && status < 400) countAllowed(counts, call)
      for (const limit of parseLimits(headers, at))
        if (counts.limits.has(limit.name) || counts.limits.size < maxLimits) counts.limits.set(limit.name, limit)
    },
    failed(service, { ms, error, at, isServiceProblem = isServiceFailure(error), requested: call }) {
      onCounted?.(service, 'failed', ms / 1_000)
      const counts = countsOf(service)
      if (!counts) return
      count(counts, ms, at, isServiceProblem)
      if (isServiceProblem) return recordError(counts, error, at)
      counts.lastGoodAt = at
      if (!isPossiblyPropagation(error)) countPermissionError(counts, error, at, call && kindOf(call))
    },
    permissionDenied(error, at) {
      const counts = isPossiblyPropagation(error) ? services.get(error.service) : undefined
      if (counts) countPermissionError(counts, error, at)
    },
    permissionsChecked(service, { covered, missing }, at) {
      const counts = countsOf(service)
      if (!counts) return
      for (const [key, { name }] of counts.missing) if (covered.includes(name)) counts.missing.delete(key)
      counts.checked = { at, names: covered }
      for (const each of missing) countMissing(counts, each, at)
    },
    signedIn(service, expiresAt) {
      const counts = countsOf(service)
      if (counts) counts.tokenExpiresAt = expiresAt
    },
    snapshot(at) {
      const from = Math.floor(at / minuteMs) - windowMinutes
      return new Map([...services].map(([service, counts]) => [service, presentCounts(counts, from)]))
    },
  }
}

/** Counts several callers under one service name, because their individual names should not be listed. */
export function watchService(watch: ServiceWatch, service: string): CallWatch {
  return {
    registerService: () => watch.registerService(service),
    onResponse: (_, call) => watch.onResponse(service, call),
    failed: (_, call) => watch.failed(service, call),
    signedIn: (_, expiresAt) => watch.signedIn(service, expiresAt),
  }
}

/** Azure's scopes are case-insensitive. */
export function keyOf({ name, scope }: MissingPermission): string {
  return `${name} ${scope.toLowerCase()}`
}

/** Cost Management and Azure RBAC also report a missing permission for subscriptions that they don't know yet. */
function isPossiblyPropagation({ code, missing }: ExternalError): boolean {
  return code === 'RBACAccessDenied' || (missing?.requestedName ?? missing?.name) === 'Microsoft.Authorization/roleDefinitions/read'
}

/**
 * Groups calls that need the same permission at the same scope, so that one success proves the permission for all of them. The last segment
 * of the path is dropped, because creations and deletions end in different names. Parts of a batch need separate permissions.
 */
function kindOf({ method, path }: CallInfo): string | undefined {
  if (path.endsWith('/$batch')) return undefined
  return `${method} ${method === 'PUT' || method === 'DELETE' ? path.slice(0, path.lastIndexOf('/')) : path}`.toLowerCase()
}

/**
 * Returns whether the service itself has a problem, or rejects Slipway's sign-in. A rejection because of the request or a missing
 * permission is a regular response.
 */
export function isServiceFailure({ status, code, missing }: ExternalError): boolean {
  if (missing) return false
  return status === undefined || status >= 500 || status === 429 || status === 401 || code === 'htmlAnswer' || code === 'unreadableAnswer'
}

function presentCounts(counts: CallCounts, from: number): ServiceCallStats {
  const minutes = counts.minutes.filter(({ minute }) => minute > from)
  const sum = (countsOf: (minute: Minute) => number) => minutes.reduce((total, minute) => total + countsOf(minute), 0)
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    buckets: Array.from({ length: bounds.length + 1 }, (_, bucket) => sum(({ buckets }) => buckets[bucket]!)),
    lastGoodAt: time(counts.lastGoodAt),
    lastError: counts.lastError,
    limits: [...counts.limits.values()],
    tokenExpiresAt: time(counts.tokenExpiresAt),
    missing: [...counts.missing.values()]
      .filter(({ at }) => Math.floor(at / minuteMs) > from)
      .map(({ name, scope, at }) => ({ name, scope, at: new Date(at).toISOString() })),
    permissionsCheckedAt: time(counts.checked?.at),
    permissionsChecked: [...(counts.checked?.names ?? [])],
  }
}
