import { cx } from '../../../ui/cx.ts'
import type { CapacityTotals } from './capacity.ts'

const parts: { id: Exclude<keyof CapacityTotals, 'total'>; label: string; className: string }[] = [
  { id: 'used', label: 'in use', className: 'bg-accent' },
  { id: 'free', label: 'free', className: 'bg-[var(--line-mid)]' },
  { id: 'coolingDown', label: 'cooling off', className: 'bg-info' },
  { id: 'quarantined', label: 'quarantined', className: 'bg-bad' },
]

export function CapacityBar({ totals, label, legend = false }: { totals: CapacityTotals; label: string; legend?: boolean }) {
  const visibleParts = parts.filter(({ id }) => totals[id] > 0)
  const summary = visibleParts.map(({ id, label }) => `${totals[id]} ${label}`).join(', ') || 'no capacity'
  return (
    <div>
      <div role="img" aria-label={`${label}: ${summary}`} className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line">
        {visibleParts.map(({ id, className }) => (
          <div key={id} className={cx('h-full', className)} style={{ width: `${(totals[id] / Math.max(1, totals.total)) * 100}%` }} />
        ))}
      </div>
      {legend && (
        <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {visibleParts.map(({ id, label, className }) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <span className={cx('size-2.5 rounded-xs', className)} />
              <span className="tabular-nums">{totals[id]}</span> {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
