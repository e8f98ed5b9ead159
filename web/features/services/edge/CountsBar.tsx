import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { describeCounts } from './edgeLabels.ts'
import type { Counts, StoreStatus } from './types.ts'

/** In the order of the bar. Planned and queued stores have one part. */
export const barParts: { id: string; label: string; statuses: readonly StoreStatus[]; className: string }[] = [
  { id: 'completed', label: 'completed', statuses: ['completed'], className: 'bg-accent' },
  { id: 'ready', label: 'waiting for the store', statuses: ['ready'], className: 'bg-[var(--series-2)]' },
  { id: 'building', label: 'building', statuses: ['building'], className: 'bg-[var(--series-3)]' },
  { id: 'failed', label: 'failed', statuses: ['failed'], className: 'bg-bad-fill' },
  { id: 'notStarted', label: 'not started', statuses: ['planned', 'queued'], className: 'bg-[var(--line-mid)]' },
  { id: 'skipped', label: 'skipped', statuses: ['skipped'], className: 'bg-[var(--line-strong)]' },
]

const partCount = (counts: Counts, statuses: readonly StoreStatus[]) => statuses.reduce((sum, status) => sum + counts[status], 0)

export function CountsBar({ counts, label, thin }: { counts: Counts; label: string; thin?: boolean }) {
  return (
    <div
      role="img"
      aria-label={`${label}: ${describeCounts(counts)}`}
      className={cx('flex w-full gap-px overflow-hidden rounded-full bg-line', thin ? 'h-1.5' : 'h-3')}
    >
      {barParts.map(({ id, statuses, className }) => {
        const part = partCount(counts, statuses)
        return (
          part > 0 && <div key={id} className={cx('h-full min-w-0.5', className)} style={{ width: `${(part / counts.total) * 100}%` }} />
        )
      })}
    </div>
  )
}

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
      {barParts.map(({ id, label, statuses, className }) => {
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
              <span aria-hidden className={cx('size-2.5 rounded-sm', className)} />
              <span className="font-semibold tabular-nums">{formatNumber(part)}</span> <span className="text-ink-2">{label}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
