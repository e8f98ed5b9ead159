import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { countWaves } from './edgeLabels.ts'
import { rolloutFormLabels } from './labels.ts'

interface WavesDiagramProps {
  stores: number
  waveSize: number
  haltBy: 'failures' | 'percent'
  haltAfter: number
}

/** The diagram draws at most this many waves and only counts the others. */
const maxWaves = 10

export function WavesDiagram({ stores, waveSize, haltBy, haltAfter }: WavesDiagramProps) {
  const { waves, last } = countWaves(stores, waveSize)
  const size = (wave: number) => (wave === waves ? last : waveSize)
  const rule = haltBy === 'failures' ? count(haltAfter, 'store') : `${haltAfter}% of the stores`
  // A wave with fewer stores than the limit can't halt automatically.
  const limit = (wave: number) => {
    const failures = haltBy === 'failures' ? haltAfter : Math.max(1, Math.ceil((size(wave) * haltAfter) / 100))
    return failures > size(wave) ? 0 : failures
  }
  const visibleWaves = Array.from({ length: Math.min(waves, maxWaves) }, (_, index) => index + 1)
  return (
    <div className="space-y-3">
      {waves > 0 && (
        <div role="img" aria-label={rolloutFormLabels.waves(stores, waves, last)} className="space-y-1">
          {visibleWaves.map((wave) => (
            <div key={wave} className="flex items-center gap-2 text-xs tabular-nums">
              <span className="w-12 shrink-0 text-ink-2">Wave {wave}</span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2.5 min-w-0 flex-1" aria-hidden="true">
                <rect width={100} height={8} rx={1} fill="var(--sunken)" />
                <rect width={(100 * size(wave)) / Math.min(stores, waveSize)} height={8} rx={1} fill="var(--accent)" fillOpacity={0.35} />
                <rect
                  width={(100 * limit(wave)) / Math.min(stores, waveSize)}
                  height={8}
                  rx={1}
                  fill="var(--bad-fill)"
                  fillOpacity={0.85}
                />
              </svg>
              <span className="w-8 shrink-0 text-right">{formatNumber(size(wave))}</span>
            </div>
          ))}
          {waves > maxWaves && <p className="text-xs text-ink-2">and {count(waves - maxWaves, 'more wave', 'more waves')}</p>}
          <p className="flex items-center gap-1.5 pt-0.5 text-xs text-ink-2">
            <span className="size-2.5 shrink-0 rounded-sm bg-bad-fill" />
            Failure limit
          </p>
        </div>
      )}
      <ol className="list-decimal space-y-1.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
        <li>
          {waves === 0
            ? 'The first wave starts when you launch.'
            : waves === 1
              ? `One wave of ${count(last, 'store')} starts when you launch.`
              : `The first of ${formatNumber(waves)} waves starts when you launch. Each further wave starts automatically when the previous wave is built.`}
        </li>
        <li>
          The rollout halts when {rule} in one wave {haltBy === 'failures' && haltAfter === 1 ? 'fails' : 'fail'}. Stores in progress
          finish, and no new stores start until an administrator resumes it.
        </li>
        <li>Each store reports its completion later. Waves don’t wait for these reports.</li>
      </ol>
    </div>
  )
}
