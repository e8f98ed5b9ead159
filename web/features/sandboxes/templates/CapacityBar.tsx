import { cx } from '../../../ui/cx.ts'
import type { CapacityTotals } from './capacity.ts'

const parts: { id: Exclude<keyof CapacityTotals, 'total'>; word: string; look: string }[] = [
  { id: 'used', word: 'in use', look: 'bg-accent' },
  { id: 'free', word: 'free', look: 'bg-[var(--line-mid)]' },
  { id: 'resting', word: 'cooling off', look: 'bg-info' },
  { id: 'quarantined', word: 'quarantined', look: 'bg-bad' },
]

export function CapacityBar({ totals, label, legend = false }: { totals: CapacityTotals; label: string; legend?: boolean }) {
  const visibleParts = parts.filter(({ id }) => totals[id] > 0)
  const summary = visibleParts.map(({ id, word }) => `${totals[id]} ${word}`).join(', ') || 'no capacity'
  return (
    <div>
      <div role="img" aria-label={`${label}: ${summary}`} className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line">
        {visibleParts.map(({ id, look }) => (
          <div key={id} className={cx('h-full', look)} style={{ width: `${(totals[id] / Math.max(1, totals.total)) * 100}%` }} />
        ))}
      </div>
      {legend && (
        <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {visibleParts.map(({ id, word, look }) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <span className={cx('size-2.5 rounded-xs', look)} />
              <span className="tabular-nums">{totals[id]}</span> {word}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
