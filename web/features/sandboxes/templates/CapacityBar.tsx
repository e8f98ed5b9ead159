import { cx } from '../../../ui/cx.ts'
import { type CapacityPart, type CapacityTotals, capacityPartLabels, capacityParts, describeCapacity } from './capacity.ts'

const classNames: Record<CapacityPart, string> = {
  used: 'bg-accent',
  free: 'bg-[var(--line-mid)]',
  coolingDown: 'bg-info',
  quarantined: 'bg-bad',
}

export function CapacityBar({ totals, label, legend = false }: { totals: CapacityTotals; label: string; legend?: boolean }) {
  const visibleParts = capacityParts.filter((part) => totals[part] > 0)
  return (
    <div>
      <div role="img" aria-label={describeCapacity(label, totals)} className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line">
        {visibleParts.map((part) => (
          <div
            key={part}
            className={cx('h-full', classNames[part])}
            style={{ width: `${(totals[part] / Math.max(1, totals.total)) * 100}%` }}
          />
        ))}
      </div>
      {legend && (
        <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {visibleParts.map((part) => (
            <li key={part} className="inline-flex items-center gap-1.5">
              <span className={cx('size-2.5 rounded-xs', classNames[part])} />
              <span className="tabular-nums">{totals[part]}</span> {capacityPartLabels[part]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
