import { ArrowRight } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { formatMoney, type MoneyValue } from '../ui/format.ts'
import { Money } from '../ui/Money.tsx'

export function PriceChange({ price, stale }: { price: { before: MoneyValue; after: MoneyValue }; stale?: boolean }) {
  const { before, after } = price
  const increase = after.amount - before.amount
  const message =
    increase === 0
      ? 'The monthly cost doesn’t change.'
      : `${formatMoney({ amount: Math.abs(increase), currency: after.currency }, { strip: true })} ${increase > 0 ? 'more' : 'less'} a month.`
  return (
    <div className={cx('transition-opacity duration-(--quick)', stale && 'opacity-60')}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        {increase !== 0 && (
          <>
            <span className="text-ink-2">
              <span className="sr-only">Before: </span>
              <Money value={before} strip />
            </span>
            <ArrowRight size={15} aria-hidden className="self-center text-ink-3" />
          </>
        )}
        <span className="text-lg font-semibold">
          {increase !== 0 && <span className="sr-only">After: </span>}
          <Money value={after} strip />
        </span>
        <span className="text-ink-2">a month, estimated</span>
      </p>
      <p className={cx('text-sm', increase > 0 ? 'text-warn' : 'text-ink-2')}>{message}</p>
    </div>
  )
}
