import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatDateTime, formatMoney } from '../../../../ui/format.ts'
import { locale } from '../../../../ui/locale.ts'
import { useNow } from '../../../../ui/useNow.ts'
import { useWidth } from '../../../../ui/useWidth.ts'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import { pointAt, type SpendPoint, spendShape, tickTimes } from './spendShape.ts'
import type { Spend } from './types.ts'

const height = 260
const foot = 26
const head = 10

export function SpendChart({ spend }: { spend: Spend }) {
  const [box, width] = useWidth()
  const now = useNow('halfMinute')
  const [viewedIndex, setViewedIndex] = useState<number>()
  const { from, to, top, points, forecast, now: currentTime } = spendShape(spend, now)
  const money = (amount: number) => formatMoney({ amount: Math.round(amount), currency: spend.currency }, { round: top > 2_000 })
  const left = 46
  const x = (position: number) => left + ((position - from) / (to - from)) * Math.max(1, width - left - 8)
  const y = (amount: number) => head + (1 - amount / top) * (height - foot - head)
  const baseline = y(0)
  const line = (subset: readonly SpendPoint[]) =>
    subset.map(({ at: position, spent }) => `${x(position).toFixed(1)},${y(spent).toFixed(1)}`).join(' ')
  const billedTo = points.findLastIndex((point) => point.billed)
  const billed = points.slice(0, billedTo + 1)
  const estimated = points.slice(Math.max(0, billedTo))
  const area = (subset: readonly SpendPoint[]) =>
    subset.length < 2 ? '' : `${x(subset[0]!.at)},${baseline} ${line(subset)} ${x(subset.at(-1)!.at)},${baseline}`
  const limits = spend.thresholds.filter(({ percent, action }) => percent !== 100 && action === 'notify')
  const ticks = tickTimes(from, to, Math.max(2, Math.floor((width - left) / 92)))
  const visited = viewedIndex === undefined ? undefined : pointAt(points, viewedIndex)
  const describePoint = (point: SpendPoint) =>
    sandboxPageLabels.spentBy(
      formatMoney({ amount: point.spent, currency: spend.currency }),
      formatDateTime(new Date(point.at).toISOString()),
      point.billed,
    )
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const rect = event.currentTarget.getBoundingClientRect()
    setViewedIndex(Math.min(currentTime, from + ((event.clientX - rect.left - left) / Math.max(1, width - left - 8)) * (to - from)))
  }
  const onKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0 || points.length === 0) return
    event.preventDefault()
    const index = visited ? points.indexOf(visited) : points.length - 1
    setViewedIndex(points[Math.min(points.length - 1, Math.max(0, index + step))]!.at)
  }
  return (
    <figure>
      <div ref={box} className="relative">
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          className="block touch-pan-y text-xs"
          onPointerMove={onMove}
          onPointerLeave={() => setViewedIndex(undefined)}
        >
          <line x1={left} x2={width} y1={baseline} y2={baseline} stroke="var(--line-mid)" />
          {limits.map(({ percent, amount }) => (
            <g key={percent}>
              <line x1={left} x2={width} y1={y(amount)} y2={y(amount)} stroke="var(--line)" strokeDasharray="2 3" />
              <text x={left - 8} y={y(amount) + 4} textAnchor="end" fill="var(--ink-2)" className="tabular-nums">
                {percent}%
              </text>
            </g>
          ))}
          {ticks.map(({ at: position, days }) => (
            <text
              key={position}
              x={x(position)}
              y={height - 8}
              textAnchor={x(position) > width - 30 ? 'end' : 'middle'}
              fill="var(--ink-2)"
            >
              {days ? dayName.format(position) : hourName.format(position)}
            </text>
          ))}
          <polygon points={area(billed)} fill="var(--series-1)" opacity={0.28} />
          <polygon points={area(estimated)} fill="var(--series-1)" opacity={0.12} />
          <polyline points={line(billed)} fill="none" stroke="var(--series-1)" strokeWidth={2} strokeLinejoin="round" />
          <polyline
            points={line(estimated)}
            fill="none"
            stroke="var(--series-1)"
            strokeWidth={2}
            strokeDasharray="1 4"
            strokeLinecap="round"
          />
          {forecast && (
            <>
              <line
                x1={x(forecast.from.at)}
                y1={y(forecast.from.spent)}
                x2={x(forecast.to.at)}
                y2={y(forecast.to.spent)}
                stroke="var(--series-3)"
                strokeWidth={2}
                strokeDasharray="6 5"
              />
              <circle
                cx={x(forecast.to.at)}
                cy={y(forecast.to.spent)}
                r={3.5}
                fill="var(--series-3)"
                stroke="var(--surface)"
                strokeWidth={1.5}
              />
            </>
          )}
          <line x1={left} x2={width} y1={y(spend.limit)} y2={y(spend.limit)} stroke="var(--bad)" strokeWidth={1.5} />
          <text
            x={left + 6}
            y={y(spend.limit) - 6}
            fill="var(--bad)"
            fontWeight={600}
            stroke="var(--surface)"
            strokeWidth={4}
            paintOrder="stroke"
          >
            Limit {money(spend.limit)}
          </text>
          {currentTime < to && (
            <g>
              <line x1={x(currentTime)} x2={x(currentTime)} y1={head} y2={baseline} stroke="var(--line-strong)" strokeDasharray="2 3" />
              <text
                x={x(currentTime)}
                y={baseline - 6}
                dx={x(currentTime) > width - 60 ? -6 : 6}
                textAnchor={x(currentTime) > width - 60 ? 'end' : 'start'}
                fill="var(--ink-2)"
                stroke="var(--surface)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                now
              </text>
            </g>
          )}
          {visited && (
            <g>
              <line x1={x(visited.at)} x2={x(visited.at)} y1={y(visited.spent)} y2={baseline} stroke="var(--ink-2)" />
              <circle cx={x(visited.at)} cy={y(visited.spent)} r={4.5} fill="var(--series-1)" stroke="var(--surface)" strokeWidth={2} />
            </g>
          )}
        </svg>
        <button
          type="button"
          aria-label={sandboxPageLabels.spendOverTime}
          className="pointer-events-none absolute inset-0 rounded-sm"
          onKeyDown={onKey}
          onBlur={() => setViewedIndex(undefined)}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <LegendKey stroke="var(--series-1)">Billed</LegendKey>
        <LegendKey stroke="var(--series-1)" dashes="1 4">
          Estimated
        </LegendKey>
        {forecast && (
          <LegendKey stroke="var(--series-3)" dashes="5 4">
            Forecast
          </LegendKey>
        )}
        <span aria-live="polite" className="min-h-5 text-ink tabular-nums sm:ml-auto">
          {visited && describePoint(visited)}
        </span>
      </figcaption>
      <Table spend={spend} />
    </figure>
  )
}

const dayName = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const hourName = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

function LegendKey({ stroke, dashes, children }: { stroke: string; dashes?: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width={22} height={8} aria-hidden="true">
        <line x1={1} x2={21} y1={4} y2={4} stroke={stroke} strokeWidth={2} strokeDasharray={dashes} strokeLinecap="round" />
      </svg>
      {children}
    </span>
  )
}

function Table({ spend }: { spend: Spend }) {
  const money = (amount: number) => formatMoney({ amount, currency: spend.currency })
  return (
    <div className="sr-only">
      <table>
        <caption>{sandboxPageLabels.spendByDay}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Estimated</th>
            <th scope="col">Billed</th>
          </tr>
        </thead>
        <tbody>
          {spend.days.map(({ day, estimated, billed }) => (
            <tr key={day}>
              <th scope="row">{formatDateTime(`${day}T12:00`, { time: false })}</th>
              <td>{money(estimated)}</td>
              <td>{billed === null ? 'Not yet' : money(billed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
