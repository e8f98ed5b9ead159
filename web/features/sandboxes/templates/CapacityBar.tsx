import { cx } from '../../../ui/cx.ts'
import type { Places } from './capacity.ts'

const parts: { id: Exclude<keyof Places, 'total'>; word: string; look: string }[] = [
  { id: 'used', word: 'in use', look: 'bg-accent' },
  { id: 'free', word: 'free', look: 'bg-[var(--line-mid)]' },
  { id: 'resting', word: 'cooling off', look: 'bg-info' },
  { id: 'quarantined', word: 'quarantined', look: 'bg-bad' },
]

export function CapacityBar({ places, label, legend = false }: { places: Places; label: string; legend?: boolean }) {
  const shown = parts.filter(({ id }) => places[id] > 0)
  const words = shown.map(({ id, word }) => `${places[id]} ${word}`).join(', ') || 'no capacity'
  return (
    <div>
      <div role="img" aria-label={`${label}: ${words}`} className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line">
        {shown.map(({ id, look }) => (
          <div key={id} className={cx('h-full', look)} style={{ width: `${(places[id] / Math.max(1, places.total)) * 100}%` }} />
        ))}
      </div>
      {legend && (
        <ul aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {shown.map(({ id, word, look }) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <span className={cx('size-2.5 rounded-xs', look)} />
              <span className="tabular-nums">{places[id]}</span> {word}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
