import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../simulator/core/exchangeLog.ts'
import type { Simulator } from '../simulator/core/simulator.ts'

const longest = 200_000
const judgedServices = new Set<Exchange['service']>(['arm', 'keyvault', 'monitor'])

/** Exchanges of one kind are judged once: ids and names in the path stand for each other. */
export function kindOf({ method, path: where, query, status }: Exchange): string {
  const masked = where
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}')
    .replace(/(resourcegroups|virtualNetworks|virtualNetworkPeerings)\/[^/]+/gi, '$1/{name}')
  return `${method} ${masked} ${query['api-version'] ?? ''} ${status}`
}

/** As Azure sees it: what is the first segment of the address of a vault or region here is part of its host name there. */
function asInAzure(exchange: Exchange): Exchange {
  if (exchange.service === 'monitor') return { ...exchange, path: exchange.path.replace(/^\/[^/]+/, '') }
  if (exchange.service !== 'keyvault') return exchange
  return { ...exchange, path: exchange.path.replace(/^\/[^/]+/, '').replace(/(secrets)\/[^/]+/, '$1/name') }
}

/** Keeps one good exchange of each kind that the tests of this process make with ARM, Key Vault and Azure Monitor, for the judge at the end of the run. */
export function keepExchanges(simulator: Simulator, dir: string): void {
  const file = path.join(dir, `${randomUUID()}.jsonl`)
  const seen = new Set<string>()
  simulator.exchanges.onExchange((seenHere) => {
    const judged = judgedServices.has(seenHere.service)
    if (!judged || seenHere.status >= 300 || simulator.faults.list().length > 0) return
    const exchange = asInAzure(seenHere)
    const kind = kindOf(exchange)
    if (seen.has(kind)) return
    seen.add(kind)
    const line = JSON.stringify(exchange)
    if (line.length <= longest) appendFileSync(file, `${line}\n`)
  })
}
