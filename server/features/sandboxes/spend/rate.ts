import type { MeteredResource } from '../../../db/tables.ts'
import { chargeOf, type Part, regionOf, type Seen } from './meters.ts'
import { type Prices, priceKey } from './prices.ts'

export interface Priced {
  /** An hour of everything, in millionths of a minor unit. */
  rate: bigint
  resources: MeteredResource[]
  /** When the oldest price that counts was told. */
  pricedAt: Date | null
}

/** The parts whose prices are needed for these resources. */
export function partsOf(seen: readonly Seen[]): Part[] {
  return seen.flatMap((each) => {
    const charge = chargeOf(each)
    return charge.kind === 'parts' ? charge.parts : []
  })
}

/** What these resources cost an hour as they are now. What the price list does not know is named, never taken for nothing. */
export function priceAll(seen: readonly Seen[], prices: Prices, currency: string): Priced {
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
        const why = price ? 'The price list has no price for it.' : 'Its price hasn’t been read yet.'
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
