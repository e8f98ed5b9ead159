import type { ServiceName } from './serviceName.ts'

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
  /** Records exchanges and notifies listeners; default true. */
  enabled: boolean
  list(): Exchange[]
  clear(): void
  record(exchange: Omit<Exchange, 'responseBody'>, body: string): void
  onExchange(listener: (exchange: Exchange) => void): () => void
}

/** Only listeners get longer bodies, because storing them would fill the memory. */
const maxStoredBytes = 16_384

export function createExchangeLog(capacity = 300): ExchangeLog {
  const stored: Exchange[] = []
  const listeners = new Set<(exchange: Exchange) => void>()
  return {
    enabled: true,
    list: () => [...stored],
    clear: () => void stored.splice(0),
    record(exchange, body) {
      const isShort = body.length <= maxStoredBytes
      const complete = { ...exchange, responseBody: isShort || listeners.size > 0 ? parseBody(body) : undefined }
      stored.push(isShort ? complete : { ...exchange, responseBody: undefined })
      if (stored.length > capacity) stored.shift()
      for (const listener of listeners) listener(complete)
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
