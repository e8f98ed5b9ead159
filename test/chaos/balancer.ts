import { setTimeout as delay } from 'node:timers/promises'
import type { Replica } from './fleet.ts'

export interface Call {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

export interface ReplicaResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass through here
  body: any
}

export interface Balancer {
  /** Sends a call to a ready replica, and again to another one if that is safe. @throws RetriesExhausted after `retryTimeoutMs` */
  send(call: Call): Promise<ReplicaResponse>
  stats: { calls: number; repeats: number; abandonedCalls: string[]; internalErrors: string[] }
}

export class RetriesExhausted extends Error {
  override name = 'RetriesExhausted'
}

const retryTimeoutMs = 60_000
const attemptMs = 15_000
const pauseMs = 50
/** After these responses, the call can be sent again: the server is closing or busy, or the first attempt is still running. */
const repeatableStatuses = new Set([429, 502, 503, 504])

/**
 * A balancer that retries, as in front of a real installation: reads and calls with an Idempotency-Key are sent again after a broken
 * connection, 429 or 503; others only if no connection was made.
 */
export function createBalancer(replicas: Replica[]): Balancer {
  const stats: Balancer['stats'] = { calls: 0, repeats: 0, abandonedCalls: [], internalErrors: [] }
  let turn = 0

  function pick(): string | undefined {
    const ready = replicas.filter(({ isReady }) => isReady)
    return ready[turn++ % ready.length]?.address()
  }

  async function send(call: Call): Promise<ReplicaResponse> {
    const start = Date.now()
    stats.calls++
    let last = 'no replica is ready'
    while (Date.now() - start < retryTimeoutMs) {
      const address = pick()
      const outcome = address === undefined ? undefined : await attempt(address, call)
      if (outcome && 'answer' in outcome) {
        const { answer } = outcome
        const isRepeatable = repeatableStatuses.has(answer.status) || (answer.status === 409 && answer.body?.code === 'inFlight')
        if (answer.status === 500) stats.internalErrors.push(`${call.method} ${call.path}: ${JSON.stringify(answer.body)}`)
        if (!isRepeatable) return answer
        last = `${answer.status} ${answer.body?.code}`
      } else if (outcome) {
        last = outcome.error
        if (!outcome.canRepeat) break
      }
      stats.repeats++
      await delay(pauseMs)
    }
    stats.abandonedCalls.push(`${call.method} ${call.path}: ${last}`)
    throw new RetriesExhausted(`${call.method} ${call.path}: ${last}`)
  }

  return { send, stats }
}

async function attempt(
  address: string,
  { method, path, body, headers }: Call,
): Promise<{ answer: ReplicaResponse } | { error: string; canRepeat: boolean }> {
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptMs),
    })
    const text = await response.text()
    return { answer: { status: response.status, body: text === '' ? undefined : JSON.parse(text) } }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    const isSafe = method === 'GET' || headers?.['idempotency-key'] !== undefined || cause?.code === 'ECONNREFUSED'
    return { error: `${error} ${cause?.code ?? ''}`, canRepeat: isSafe }
  }
}
