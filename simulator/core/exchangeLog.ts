import type { ServiceName } from './serviceName.ts'

/** One request with its reply, as they went over the wire. Credentials are left out. */
export interface Exchange {
  service: ServiceName
  method: string
  path: string
  query: Record<string, string>
  requestHeaders: Record<string, string>
  requestBody: unknown
  status: number
  responseHeaders: Record<string, string>
  responseBody: unknown
  at: string
}

export interface ExchangeLog {
  /** Whether exchanges are recorded and listeners told; default true. */
  enabled: boolean
  /** The latest exchanges, oldest first; large reply bodies are left out. */
  list(): Exchange[]
  clear(): void
  /** `body` is the reply's body as sent. */
  record(exchange: Omit<Exchange, 'responseBody'>, body: string): void
  /** @returns a function that ends the subscription. */
  onExchange(listener: (exchange: Exchange) => void): () => void
}

/** Longer bodies are for listeners only: kept ones would fill the memory. */
const longestKept = 16_384

/** Keeps the latest `capacity` exchanges; listeners see every one, whole. */
export function createExchangeLog(capacity = 300): ExchangeLog {
  const kept: Exchange[] = []
  const listeners = new Set<(exchange: Exchange) => void>()
  return {
    enabled: true,
    list: () => [...kept],
    clear: () => void kept.splice(0),
    record(exchange, body) {
      const short = body.length <= longestKept
      const whole = { ...exchange, responseBody: short || listeners.size > 0 ? parseBody(body) : undefined }
      kept.push(short ? whole : { ...exchange, responseBody: undefined })
      if (kept.length > capacity) kept.shift()
      for (const listener of listeners) listener(whole)
    },
    onExchange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parseBody(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
