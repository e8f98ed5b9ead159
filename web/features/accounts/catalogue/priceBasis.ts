import type { InputSchema } from '../../../shared/requestTypes.ts'

/** The settings that the estimate is calculated for: `Nodes: 3, Tier: Standard`; undefined if the price doesn’t depend on settings. */
export function priceBasis({ properties }: InputSchema): string | undefined {
  const parts = Object.entries(properties)
    .filter(([, property]) => (property['x-scales-price'] || property['x-price-factors']) && property.default !== undefined)
    .map(([name, property]) => `${property.title ?? name}: ${String(property.default)}`)
  return parts.join(', ') || undefined
}
