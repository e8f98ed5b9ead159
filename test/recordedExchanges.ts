import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../simulator/core/exchangeLog.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

const longest = 200_000
const validatedServices = new Set<Exchange['service']>(['arm', 'keyvault', 'monitor'])

/** Masks IDs and names, so that each kind of exchange is validated once. */
export function kindOf({ method, path, query, status }: Exchange): string {
  const maskedPath = path
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}')
    .replace(/(resourcegroups|virtualNetworks|virtualNetworkPeerings)\/[^/]+/gi, '$1/{name}')
  return `${method} ${maskedPath} ${query['api-version'] ?? ''} ${status}`
}

/** Converts the path to Azure’s form, where vault and region are part of the host name. */
function toAzureForm(exchange: Exchange): Exchange {
  if (exchange.service === 'monitor') return { ...exchange, path: exchange.path.replace(/^\/[^/]+/, '') }
  if (exchange.service !== 'keyvault') return exchange
  return { ...exchange, path: exchange.path.replace(/^\/[^/]+/, '').replace(/(secrets)\/[^/]+/, '$1/name') }
}

export function recordExchanges(simulator: Simulator, dir: string): void {
  const file = path.join(dir, `${randomUUID()}.jsonl`)
  const visited = new Set<string>()
  simulator.exchanges.onExchange((seenHere) => {
    const isValidated = validatedServices.has(seenHere.service)
    if (!isValidated || seenHere.status >= 300 || simulator.faults.list().length > 0) return
    const exchange = toAzureForm(seenHere)
    const kind = kindOf(exchange)
    if (visited.has(kind)) return
    visited.add(kind)
    const line = JSON.stringify(exchange)
    if (line.length <= longest) appendFileSync(file, `${line}\n`)
  })
}
