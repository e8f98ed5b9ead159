import type { MeteredResource } from '../../../db/tables.ts'
import { type ChargePart, chargeOf, type MeteredResourceFacts, regionOf } from './meters.ts'
import { type Prices, priceKey } from './prices.ts'

interface PricedResources {
  /** In millionths of a minor unit per hour. */
  rate: bigint
  resources: MeteredResource[]
  pricedAt: Date | null
}

export function partsOf(meteredResources: readonly MeteredResourceFacts[]): ChargePart[] {
  return meteredResources.flatMap((each) => {
    const charge = chargeOf(each)
    return charge.kind === 'parts' ? charge.parts : []
  })
}

export const priceUnreadText = 'The price hasn’t been read yet.'

/** Resources without a price are listed and never counted as free. */
export function priceAll(meteredResources: readonly MeteredResourceFacts[], prices: Prices, currency: string): PricedResources {
  const ages: Date[] = []
  const resources = meteredResources.map((each): MeteredResource => {
    const { id, name, type, location } = each
    const resourceFields = { id, name, type, region: location ? regionOf(location) : undefined }
    const charge = chargeOf(each)
    if (charge.kind === 'free') return { ...resourceFields, running: true, rate: 0, why: null }
    if (charge.kind === 'unpriced') return { ...resourceFields, running: true, rate: null, why: charge.why }
    let rate = 0n
    for (const chargePart of charge.parts) {
      const price = prices.get(priceKey(chargePart, currency))
      if (price?.hourly == null) {
        const reason = price ? 'The price list has no price for this resource.' : priceUnreadText
        return { ...resourceFields, running: !charge.stopped, rate: null, why: reason }
      }
      rate += price.hourly * BigInt(chargePart.quantity)
      ages.push(price.fetchedAt)
    }
    return { ...resourceFields, running: !charge.stopped, rate: Number(rate), why: null }
  })
  const rate = resources.reduce((sum, each) => sum + BigInt(each.rate ?? 0), 0n)
  return { rate, resources, pricedAt: ages.length === 0 ? null : ages.reduce((oldest, at) => (at < oldest ? at : oldest)) }
}
