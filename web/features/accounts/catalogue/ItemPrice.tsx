import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { Money } from '../../../ui/Money.tsx'
import { priceBasis } from './priceBasis.ts'

interface ItemPriceProps {
  item: Pick<CatalogueItem, 'inputs' | 'monthlyEstimate'>
  className?: string
  amountClassName?: string
}

/** The price of an item with the settings for which it is calculated. */
export function ItemPrice({ item, className, amountClassName }: ItemPriceProps) {
  const basis = priceBasis(item.inputs)
  return (
    <span className={className}>
      <span className={amountClassName}>
        <Money value={item.monthlyEstimate} strip />
      </span>{' '}
      a month
      {basis && <span className="block text-ink-2">for {basis}</span>}
    </span>
  )
}
