import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { describeCounts } from './edgeLabels.ts'
import type { Counts, StoreStatus } from './types.ts'

/** Parts of the bar in display order; planned and queued stores share one. */
export const barParts: { id: string; word: string; statuses: readonly StoreStatus[]; look: string }[] = [
  { id: 'completed', word: 'completed', statuses: ['completed'], look: 'bg-accent' },
  { id: 'ready', word: 'waiting for the store', statuses: ['ready'], look: 'bg-[var(--series-2)]' },
  { id: 'building', word: 'building', statuses: ['building'], look: 'bg-[var(--series-3)]' },
  { id: 'failed', word: 'failed', statuses: ['failed'], look: 'bg-bad-fill' },
  { id: 'notStarted', word: 'not started', statuses: ['planned', 'queued'], look: 'bg-[var(--line-mid)]' },
  { id: 'skipped', word: 'skipped', statuses: ['skipped'], look: 'bg-[var(--line-strong)]' },
]

export const partCount = (counts: Counts, statuses: readonly StoreStatus[]) => statuses.reduce((sum, status) => sum + counts[status], 0)

/** The label repeats the counts for screen readers. */
export function CountsBar({ counts, label, thin }: { counts: Counts; label: string; thin?: boolean }) {
  return (
    <div
      role="img"
      aria-label={`${label}: ${describeCounts(counts)}`}
      className={cx('flex w-full gap-px overflow-hidden rounded-full bg-line', thin ? 'h-1.5' : 'h-3')}
    >
      {barParts.map(({ id, statuses, look }) => {
        const part = partCount(counts, statuses)
        return part > 0 && <div key={id} className={cx('h-full min-w-0.5', look)} style={{ width: `${(part / counts.total) * 100}%` }} />
      })}
    </div>
  )
}

/** Explains the bar’s colours; each entry filters the list. */
export function CountsLegend({
  counts,
  chosen,
  onChoose,
}: {
  counts: Counts
  chosen: readonly StoreStatus[]
  onChoose: (statuses: readonly StoreStatus[]) => void
}) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-2 gap-y-1 text-sm">
      {barParts.map(({ id, word, statuses, look }) => {
        const part = partCount(counts, statuses)
        if (part === 0) return null
        const isOn = statuses.every((status) => chosen.includes(status)) && chosen.length === statuses.length
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={isOn}
              className={cx(
                'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2',
                isOn ? 'border-accent bg-selected' : 'border-transparent hover:bg-hover',
              )}
              onClick={() => onChoose(isOn ? [] : statuses)}
            >
              <span aria-hidden className={cx('size-2.5 rounded-sm', look)} />
              <span className="font-semibold tabular-nums">{formatNumber(part)}</span> <span className="text-ink-2">{word}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
