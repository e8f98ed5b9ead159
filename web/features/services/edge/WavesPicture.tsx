import { count } from '../../../shared/waits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { wavesOf } from './edgeWords.ts'

interface WavesPictureProps {
  stores: number
  waveSize: number
  haltBy: 'failures' | 'percent'
  haltAfter: number
}

/** Further waves are only counted. */
const drawn = 10

/** Draws the waves and describes in words when the rollout halts. */
export function WavesPicture({ stores, waveSize, haltBy, haltAfter }: WavesPictureProps) {
  const { waves, last } = wavesOf(stores, waveSize)
  const size = (wave: number) => (wave === waves ? last : waveSize)
  const rule = haltBy === 'failures' ? count(haltAfter, 'store') : `${haltAfter}% of the stores`
  // The calculation matches the server’s. A wave with fewer stores than the limit never halts.
  const limit = (wave: number) => {
    const failures = haltBy === 'failures' ? haltAfter : Math.max(1, Math.ceil((size(wave) * haltAfter) / 100))
    return failures > size(wave) ? 0 : failures
  }
  const shown = Array.from({ length: Math.min(waves, drawn) }, (_, at) => at + 1)
  return (
    <div className="space-y-3">
      {waves > 0 && (
        <div
          role="img"
          aria-label={`${count(stores, 'store')} in ${count(waves, 'wave')}, the last one with ${last}`}
          className="space-y-1"
        >
          {shown.map((wave) => (
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
          {waves > drawn && <p className="text-xs text-ink-2">and {count(waves - drawn, 'more wave', 'more waves')}</p>}
          <p className="flex items-center gap-1.5 pt-0.5 text-xs text-ink-2">
            <span className="size-2.5 shrink-0 rounded-sm bg-bad-fill" />
            So many failures halt it
          </p>
        </div>
      )}
      <ol className="list-decimal space-y-1.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
        <li>
          {waves === 0
            ? 'The first wave begins as soon as you launch.'
            : waves === 1
              ? `One wave of ${count(last, 'store')}, which begins as soon as you launch.`
              : `The first of ${formatNumber(waves)} waves begins as soon as you launch. Each next one begins by itself when every store of the one before is built.`}
        </li>
        <li>
          As soon as {rule} in one wave {haltBy === 'failures' && haltAfter === 1 ? 'has' : 'have'} failed, everything halts: what is under
          way is finished, no further store is begun until somebody resumes it.
        </li>
        <li>Built stores wait for the automation in the store, which reports them complete. No wave waits for that.</li>
      </ol>
    </div>
  )
}
