import type { ServiceName } from './serviceName.ts'

export type FaultAction =
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** `before`: not processed; `after`: processed, but the response is lost; `midBody`: the connection breaks inside the body. */
  | { kind: 'reset'; when: 'before' | 'after' | 'midBody' }
  | { kind: 'delay'; ms: number }
  /** The response ends normally, but its body is cut in half. */
  | { kind: 'truncate' }
  | { kind: 'stuck' }
  | { kind: 'failAsync'; code: string; message: string }
  /** Kills the process `pid` before or after the request is processed, then drops the connection. */
  | { kind: 'kill'; pid: number; when: 'before' | 'after' }
  /**
   * Doesn't respond to the request, before or after it is processed, until its connection is closed, and calls `held`. A request held
   * before its processing continues when `until` resolves.
   */
  | { kind: 'hold'; when: 'before' | 'after'; held?: () => void; until?: Promise<void> }

export interface FaultRule {
  id?: string
  service: ServiceName
  method?: string
  /** Regular expression (source) for path and query, case-insensitive. */
  path?: string
  /** Number of requests that fail; default unlimited. */
  count?: number
  /** Number of matching requests that succeed first; default 0. */
  skip?: number
  /** Probability that a matching request fails; default 1. */
  probability?: number
  /** Makes `probability` repeatable; default 1. */
  seed?: number
  action: FaultAction
}

export interface Faults {
  /** @returns the rule's ID @throws when `path` is not a regular expression */
  add(rule: FaultRule): string
  remove(id: string): boolean
  clear(): void
  list(): FaultRule[]
  apply(request: { service: ServiceName; method: string; url: string }): FaultAction[]
}

interface ArmedRule {
  rule: FaultRule & { id: string }
  path: RegExp | undefined
  seen: number
  appliedCount: number
  random: () => number
}

export function createFaults(): Faults {
  const armedRules = new Map<string, ArmedRule>()
  return {
    add(rule) {
      const id = rule.id ?? crypto.randomUUID()
      const path = rule.path === undefined ? undefined : new RegExp(rule.path, 'i')
      armedRules.set(id, { rule: { ...rule, id }, path, seen: 0, appliedCount: 0, random: seededRandom(rule.seed ?? 1) })
      return id
    },
    remove: (id) => armedRules.delete(id),
    clear: () => armedRules.clear(),
    list: () => [...armedRules.values()].map(({ rule }) => rule),
    apply: (request) => [...armedRules.values()].filter((each) => applies(each, request)).map(({ rule }) => rule.action),
  }
}

function applies(armedRules: ArmedRule, request: { service: ServiceName; method: string; url: string }): boolean {
  const { rule, path } = armedRules
  if (rule.service !== request.service) return false
  if (rule.method !== undefined && rule.method.toUpperCase() !== request.method) return false
  if (path !== undefined && !path.test(request.url)) return false
  armedRules.seen++
  if (armedRules.seen <= (rule.skip ?? 0)) return false
  if (armedRules.appliedCount >= (rule.count ?? Number.POSITIVE_INFINITY)) return false
  if (rule.probability !== undefined && armedRules.random() >= rule.probability) return false
  armedRules.appliedCount++
  return true
}

function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
