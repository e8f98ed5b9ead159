import { ChartTable } from './ChartTable.tsx'
import { cx } from './cx.ts'
import { useWidth } from './useWidth.ts'

/** The charts are plain SVG. Their values are also available as text or in a hidden table. */

export const projectedFill = { fill: 'var(--sunken)', stroke: 'var(--line-strong)', strokeDasharray: '3 2' } as const

const series = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)']

interface BarSeries {
  label: string
  /** Null means unknown, which isn’t drawn. */
  values: readonly (number | null)[]
  projected?: true
}

interface BarChartProps {
  label: string
  categories: readonly string[]
  /** The first series is at the bottom of the stack. */
  series: readonly BarSeries[]
  format: (value: number) => string
  height?: number
  limit?: { label: string; value: number }
}

const fillOf = ({ projected }: BarSeries, index: number) => (projected ? projectedFill : ({ fill: series[index % series.length] } as const))

function niceStep(top: number): number {
  const rough = top / 4 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? rough
}

export function BarChart({ label, categories, series: sets, format, height = 220, limit }: BarChartProps) {
  const [box, width] = useWidth()
  const totals = categories.map((_, position) => sets.reduce((sum, set) => sum + (set.values[position] ?? 0), 0))
  const step = niceStep(Math.max(...totals, limit?.value ?? 0))
  const top = Math.ceil(Math.max(...totals, limit?.value ?? 0, step) / step) * step
  const axisWidth =
    Math.max(...Array.from({ length: Math.round(top / step) + 1 }, (_, position) => format(position * step).length)) * 7.6 + 10
  const foot = 22
  // The label of the limit is above its line, which can be at the top.
  const head = limit ? 18 : 8
  const inner = { width: Math.max(0, width - axisWidth), height: height - foot - head }
  const y = (value: number) => head + inner.height - (value / top) * inner.height
  const slot = inner.width / Math.max(1, categories.length)
  const barWidth = Math.min(44, slot * 0.62)
  const labelInterval = Math.ceil(44 / Math.max(1, slot))
  return (
    <figure>
      <div ref={box}>
        <svg width={width} height={height} aria-hidden="true" className="block text-xs">
          {Array.from({ length: Math.round(top / step) + 1 }, (_, position) => position * step).map((value) => (
            <g key={value}>
              <line
                x1={axisWidth}
                x2={width}
                y1={y(value)}
                y2={y(value)}
                stroke="var(--line)"
                strokeDasharray={value === 0 ? undefined : '2 3'}
              />
              <text x={axisWidth - 8} y={y(value) + 4} textAnchor="end" fill="var(--ink-2)" className="tabular-nums">
                {format(value)}
              </text>
            </g>
          ))}
          {categories.map((category, position) => {
            let base = 0
            const x = axisWidth + slot * position + (slot - barWidth) / 2
            return (
              <g key={category}>
                <title>{`${category}: ${format(totals[position] ?? 0)}`}</title>
                {sets.map((set, index) => {
                  // A refund can make a value negative. The bar then has no height, but the table has the value.
                  const value = Math.max(0, set.values[position] ?? 0)
                  const from = y(base)
                  base += value
                  return (
                    <rect
                      key={set.label}
                      x={x}
                      y={y(base)}
                      width={barWidth}
                      height={Math.max(0, from - y(base) - (index > 0 ? 1 : 0))}
                      {...fillOf(set, index)}
                    />
                  )
                })}
                {position % labelInterval === 0 && (
                  <text x={x + barWidth / 2} y={height - 6} textAnchor="middle" fill="var(--ink-2)">
                    {category}
                  </text>
                )}
              </g>
            )
          })}
          {limit && (
            <g>
              <line x1={axisWidth} x2={width} y1={y(limit.value)} y2={y(limit.value)} stroke="var(--bad)" strokeWidth={1.5} />
              <text
                x={width - 2}
                y={y(limit.value) - 5}
                textAnchor="end"
                fill="var(--bad)"
                fontWeight={600}
                stroke="var(--surface)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                {limit.label}
              </text>
            </g>
          )}
        </svg>
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        <span className="sr-only">{label}</span>
        {sets.map((set, index) => (
          <span key={set.label} className="inline-flex items-center gap-1.5">
            <svg width={10} height={10} aria-hidden="true">
              <rect width={10} height={10} rx={2} {...fillOf(set, index)} />
            </svg>
            {set.label}
          </span>
        ))}
      </figcaption>
      <div className="sr-only">
        <ChartTable label={label} categories={categories} series={sets} format={format} />
      </div>
    </figure>
  )
}

interface MeterProps {
  label: string
  value: number
  max: number
  /** For example “£412 of £500”. */
  text: string
  /** The shares at which the tone changes to warn or bad (default 0.8 and 1). */
  warnAt?: number
  badAt?: number
  /** True for scores, of which low values are bad. */
  inverted?: boolean
  hideLabel?: boolean
}

export function Meter({ label, value, max, text, warnAt = 0.8, badAt = 1, inverted, hideLabel }: MeterProps) {
  const share = max > 0 ? value / max : 0
  const tone = inverted
    ? share < badAt
      ? 'bg-bad'
      : share < warnAt
        ? 'bg-warn'
        : 'bg-accent'
    : share >= badAt
      ? 'bg-bad'
      : share >= warnAt
        ? 'bg-warn'
        : 'bg-accent'
  return (
    <div>
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <span className={cx(hideLabel && 'sr-only')}>{label}</span>
        <span className={cx('text-right tabular-nums', hideLabel ? 'w-full' : 'text-ink-2')}>{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn by tokens in every browser */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className={cx('h-full rounded-full', tone)} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </div>
    </div>
  )
}
