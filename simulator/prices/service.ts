import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { type Price, priceList } from './sheet.ts'

const largestPage = 1000
const clause = /^(?:(contains)\((\w+),\s*'((?:[^']|'')*)'\)|(\w+)\s+(eq|ne)\s+'((?:[^']|'')*)')$/

const fields: Record<string, keyof Price> = {
  armRegionName: 'armRegionName',
  location: 'location',
  meterId: 'meterId',
  meterName: 'meterName',
  productId: 'productId',
  skuId: 'skuId',
  productName: 'productName',
  skuName: 'skuName',
  serviceName: 'serviceName',
  serviceId: 'serviceId',
  serviceFamily: 'serviceFamily',
  priceType: 'type',
  armSkuName: 'armSkuName',
}

/** Compares clauses joined by `and` with case, as the preview of 2023 does; undefined for invalid filters. */
function parseFilter(text: string): ((price: Price) => boolean) | undefined {
  const tests: ((price: Price) => boolean)[] = []
  for (const part of text.split(/\s+and\s+/)) {
    const match = clause.exec(part.trim())
    const field = fields[match?.[2] ?? match?.[4] ?? '']
    if (!match || !field) return undefined
    const requestedValue = (match[3] ?? match[6] ?? '').replaceAll("''", "'")
    const readField = (price: Price) => String(price[field])
    if (match[1]) tests.push((price) => readField(price).includes(requestedValue))
    else tests.push((price) => (readField(price) === requestedValue) === (match[5] === 'eq'))
  }
  return (price) => tests.every((test) => test(price))
}

export function registerPrices(app: FastifyInstance, sim: Simulator): void {
  app.get<{ Querystring: Record<string, string> }>('/api/retail/prices', (request, reply) => {
    const { $filter, $skip = '0', $top } = request.query
    const currencyCode = (request.query.currencyCode ?? 'USD').replaceAll("'", '')
    const prices = priceList(currencyCode)
    const test = $filter === undefined ? () => true : parseFilter($filter)
    if (!prices || !test)
      return reply
        .code(400)
        .send({ Error: { Code: 'BadRequest', Message: 'Invalid OData parameters supplied', Target: null, Details: [] } })
    const matches = prices.filter(test)
    const skip = Number($skip)
    const size = Math.min(Number($top ?? largestPage), largestPage)
    const next = new URLSearchParams({ ...request.query, $skip: String(skip + size) })
    const items = matches.slice(skip, skip + size)
    return {
      BillingCurrency: currencyCode,
      CustomerEntityId: 'Default',
      CustomerEntityType: 'Retail',
      Items: items,
      NextPageLink: skip + size < matches.length ? `${sim.origins.prices}/api/retail/prices?${next}` : null,
      Count: items.length,
    }
  })
}
