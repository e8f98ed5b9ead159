import { Ban, Check, CircleAlert, LoaderCircle } from 'lucide-react'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Duration } from '../../../ui/Time.tsx'
import { built, countUnskippedStores, describeCounts, describeHalt, describeWave, share } from './edgeLabels.ts'
import type { Rollout, Wave } from './types.ts'
import { useTileKeys } from './useTileKeys.ts'

const glyphs: Partial<Record<Wave['status'], Icon>> = { running: LoaderCircle, halted: CircleAlert, done: Check, cancelled: Ban }
const glyphStyle: Partial<Record<Wave['status'], string>> = { running: 'text-accent spin', halted: 'text-bad', done: 'text-ok' }

export function Waves({
  rollout,
  chosen,
  onChoose,
}: {
  rollout: Rollout
  chosen: number | undefined
  onChoose: (wave: number | undefined) => void
}) {
  const { waves } = rollout
  const keys = useTileKeys(
    waves.map(({ number }) => String(number)),
    chosen?.toString(),
  )
  const now = waves.find(({ number }) => number === rollout.currentWave)
  return (
    <Panel
      title="Waves"
      description={`Up to ${count(rollout.waveSize, 'store')} per wave. Halts at ${describeHalt(rollout)}.`}
      actions={
        chosen !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => onChoose(undefined)}>
            All waves
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the blocks of a picture are not form fields */}
      <div
        role="group"
        aria-label="Waves. Use the arrow keys to move."
        className="-m-0.5 grid max-h-52 grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-1.5 overflow-y-auto p-0.5"
        onKeyDown={keys.onKeyDown}
      >
        {waves.map((wave) => (
          <button
            key={wave.number}
            type="button"
            data-tile
            tabIndex={keys.tabIndex(String(wave.number))}
            aria-pressed={chosen === wave.number}
            className={cx(
              'flex min-w-0 flex-col gap-1 rounded-md border px-1.5 pt-1 pb-1.5 text-left',
              chosen === wave.number
                ? 'border-accent bg-selected shadow-[inset_0_0_0_1px_var(--accent)]'
                : wave.status === 'halted'
                  ? 'border-bad bg-bad-soft'
                  : wave.status === 'running'
                    ? 'border-accent bg-accent-soft'
                    : 'border-line-mid bg-surface hover:border-ink-2',
            )}
            onFocus={() => keys.onFocus(String(wave.number))}
            onClick={() => onChoose(chosen === wave.number ? undefined : wave.number)}
          >
            <WaveBlock wave={wave} />
          </button>
        ))}
      </div>
      {now && <CurrentWave wave={now} />}
    </Panel>
  )
}

function WaveBlock({ wave: { number, status, counts } }: { wave: Wave }) {
  const Glyph = glyphs[status]
  const of = countUnskippedStores(counts)
  return (
    <>
      <span className="sr-only">{describeWave({ number, status, counts })}</span>
      <span aria-hidden className="flex w-full items-center justify-between gap-1.5 text-sm font-semibold tabular-nums">
        {formatNumber(number)}
        {Glyph && <Glyph size={13} aria-hidden className={cx('shrink-0', glyphStyle[status] ?? 'text-ink-3')} />}
      </span>
      <span aria-hidden className="flex h-1.5 w-full overflow-hidden rounded-full bg-line">
        <span className="h-full bg-accent" style={{ width: `${100 * share(built(counts), of)}%` }} />
        <span className="h-full bg-bad-fill" style={{ width: `${100 * share(counts.failed, of)}%` }} />
      </span>
      <span aria-hidden className="text-2xs text-ink-2 tabular-nums">
        {formatNumber(built(counts))}/{formatNumber(of)}
      </span>
    </>
  )
}

function CurrentWave({ wave: { number, status, counts, step, note, startedAt } }: { wave: Wave }) {
  return (
    <p className="mt-3 border-t border-line pt-2.5 text-ink-2">
      <span className="font-medium text-ink">
        Wave {number} {status === 'running' ? 'building' : status === 'halted' ? 'halted' : 'up next'}
      </span>
      {status === 'running' && step && `: ${step.charAt(0).toLocaleLowerCase()}${step.slice(1)}`}
      {status === 'running' && startedAt && (
        <>
          {' · for '}
          <Duration from={startedAt} />
        </>
      )}
      {status === 'planned' ? ` · ${count(counts.total, 'store')}` : ` · ${describeCounts(counts)}`}
      {note && <span className="block text-sm wrap-anywhere">{note}</span>}
    </p>
  )
}
