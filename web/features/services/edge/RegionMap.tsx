import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { built, countUnskippedStores, describeCounts, regionNames, share } from './edgeLabels.ts'
import { rolloutActionLabels } from './labels.ts'
import type { Counts, Region, Rollout } from './types.ts'
import { useTileKeys } from './useTileKeys.ts'

const gridCells: Record<Region, readonly [column: number, row: number]> = {
  scotland: [2, 1],
  northernIreland: [1, 2],
  northEast: [3, 2],
  northWest: [2, 3],
  yorkshireAndTheHumber: [3, 3],
  wales: [1, 4],
  westMidlands: [2, 4],
  eastMidlands: [3, 4],
  eastOfEngland: [4, 4],
  southWest: [2, 5],
  southEast: [3, 5],
  london: [4, 5],
}
const order = Object.keys(gridCells) as Region[]

export function RegionMap({
  regions,
  chosen,
  onChoose,
}: {
  regions: Rollout['regions']
  chosen: string | undefined
  onChoose: (region: Region | undefined) => void
}) {
  const counts = new Map(regions.map((each) => [each.region, each.counts]))
  const used = order.filter((region) => counts.has(region))
  const keys = useTileKeys(used, chosen)
  return (
    <Panel
      title="Regions"
      description={`${used.length} of ${order.length} regions have stores in this rollout`}
      actions={
        chosen && (
          <Button size="sm" variant="quiet" onClick={() => onChoose(undefined)}>
            All regions
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons of a map are not form fields */}
      <div
        role="group"
        aria-label={rolloutActionLabels.regions}
        className="mx-auto grid max-w-104 grid-cols-4 gap-1.5"
        onKeyDown={keys.onKeyDown}
      >
        {order.map((region) => {
          const [gridColumn, gridRow] = gridCells[region]
          const result = counts.get(region)
          return (
            <div key={region} className="aspect-[6/5] min-w-0" style={{ gridColumn, gridRow }}>
              {result ? (
                <button
                  type="button"
                  data-tile
                  tabIndex={keys.tabIndex(region)}
                  aria-pressed={chosen === region}
                  className={cx(
                    'relative block size-full overflow-hidden rounded-md border text-left',
                    chosen === region
                      ? 'border-accent shadow-[inset_0_0_0_1px_var(--accent)]'
                      : result.failed > 0
                        ? 'border-bad hover:border-ink'
                        : 'border-line-mid hover:border-ink-2',
                  )}
                  onFocus={() => keys.onFocus(region)}
                  onClick={() => onChoose(chosen === region ? undefined : region)}
                >
                  <span className="sr-only">{`${regionNames[region][0]}: ${describeCounts(result)}`}</span>
                  <Tile name={regionNames[region][1]} counts={result} />
                </button>
              ) : (
                <p className="size-full truncate rounded-md border border-dashed border-line-mid px-1.5 py-1 text-2xs text-ink-3">
                  {regionNames[region][1]}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <ul aria-hidden className="mt-3 flex flex-wrap justify-center gap-x-4 gap-y-1 text-xs text-ink-2">
        <Key opacity={strongOpacity}>Completed</Key>
        <Key opacity={builtOpacity}>Built</Key>
        <li className="inline-flex items-center gap-1.5">
          <TriangleAlert size={13} className="text-bad" />
          Failed
        </li>
      </ul>
    </Panel>
  )
}

const builtOpacity = 0.2
const strongOpacity = 0.42

function Key({ opacity, children }: { opacity: number; children: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg width={12} height={12} aria-hidden="true" className="rounded-sm border border-line-mid">
        <rect width={12} height={12} fill="var(--accent)" fillOpacity={opacity} />
      </svg>
      {children}
    </li>
  )
}

/** The tile is filled from the bottom, with completed stores below accounts that are ready. */
function Tile({ name, counts }: { name: string; counts: Counts }) {
  const level = 100 * (1 - share(built(counts), countUnskippedStores(counts)))
  const completedHeight = 100 * share(counts.completed, countUnskippedStores(counts))
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="absolute inset-0 size-full">
        <rect width={100} height={100} fill="var(--sunken)" />
        <rect y={level} width={100} height={100 - level - completedHeight} fill="var(--accent)" fillOpacity={builtOpacity} />
        <rect y={100 - completedHeight} width={100} height={completedHeight} fill="var(--accent)" fillOpacity={strongOpacity} />
      </svg>
      <span aria-hidden className="relative flex size-full flex-col justify-between px-1 py-1 sm:px-1.5">
        <span className="truncate text-2xs font-medium tracking-tight text-ink sm:text-xs sm:tracking-normal">{name}</span>
        <span className="flex items-end justify-between gap-1">
          <span className="text-sm leading-none tabular-nums">
            <span className="font-semibold">{formatNumber(built(counts))}</span>
            <span className="text-xs">/{formatNumber(countUnskippedStores(counts))}</span>
          </span>
          {counts.failed > 0 && (
            <span className="inline-flex items-center gap-0.5 rounded-sm border border-bad/30 bg-bad-soft px-0.5 text-2xs font-semibold text-bad tabular-nums">
              <TriangleAlert size={10} />
              {formatNumber(counts.failed)}
            </span>
          )}
        </span>
      </span>
    </>
  )
}
