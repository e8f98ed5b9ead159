import type { MeteredResource } from '../../../db/tables.ts'
import { chargeOf, type MeteredResourceFacts, type Part, regionOf } from './meters.ts'
import { type Prices, priceKey } from './prices.ts'

export interface PricedResources {
  /** The hourly rate of all resources, in millionths of a minor unit. */
  rate: bigint
  resources: MeteredResource[]
  pricedAt: Date | null
}

export function partsOf(seen: readonly MeteredResourceFacts[]): Part[] {
  return seen.flatMap((each) => {
    const charge = chargeOf(each)
    return charge.kind === 'parts' ? charge.parts : []
  })
}

export const unreadPrice = 'Its price hasn’t been read yet.'

/** Computes the current hourly rate. Resources without a price are listed, never counted as free. */
export function priceAll(seen: readonly MeteredResourceFacts[], prices: Prices, currency: string): PricedResources {
  const ages: Date[] = []
  const resources = seen.map((each): MeteredResource => {
    const { id, name, type, location } = each
    const known = { id, name, type, region: location ? regionOf(location) : undefined }
    const charge = chargeOf(each)
    if (charge.kind === 'free') return { ...known, running: true, rate: 0, why: null }
    if (charge.kind === 'unpriced') return { ...known, running: true, rate: null, why: charge.why }
    let rate = 0n
    for (const part of charge.parts) {
      const price = prices.get(priceKey(part, currency))
      if (price?.hourly == null) {
        const why = price ? 'The price list has no price for it.' : unreadPrice
        return { ...known, running: !charge.stopped, rate: null, why }
      }
      rate += price.hourly * BigInt(part.quantity)
      ages.push(price.fetchedAt)
    }
    return { ...known, running: !charge.stopped, rate: Number(rate), why: null }
  })
  const rate = resources.reduce((sum, each) => sum + BigInt(each.rate ?? 0), 0n)
  return { rate, resources, pricedAt: ages.length === 0 ? null : ages.reduce((oldest, at) => (at < oldest ? at : oldest)) }
}
