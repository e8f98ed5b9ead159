import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatDateTime, formatMoney } from '../../../../ui/format.ts'
import { useNow } from '../../../../ui/useNow.ts'
import { useWidth } from '../../../../ui/useWidth.ts'
import { sandboxPageLabels } from '../pageLabels.ts'
import { moments, pointAt, type SpendPoint, spendShape } from './spendShape.ts'
import type { Spend } from './types.ts'

const height = 260
const foot = 26
const head = 10

export function SpendChart({ spend }: { spend: Spend }) {
  const [box, width] = useWidth()
  const now = useNow('halfMinute')
  const [looked, setLooked] = useState<number>()
  const { from, to, top, points, forecast, now: here } = spendShape(spend, now)
  const money = (amount: number) => formatMoney({ amount: Math.round(amount), currency: spend.currency }, { round: top > 2_000 })
  const left = 46
  const x = (at: number) => left + ((at - from) / (to - from)) * Math.max(1, width - left - 8)
  const y = (amount: number) => head + (1 - amount / top) * (height - foot - head)
  const floor = y(0)
  const line = (some: readonly SpendPoint[]) => some.map(({ at, spent }) => `${x(at).toFixed(1)},${y(spent).toFixed(1)}`).join(' ')
  const billedTo = points.findLastIndex((point) => point.billed)
  const billed = points.slice(0, billedTo + 1)
  const estimated = points.slice(Math.max(0, billedTo))
  const area = (some: readonly SpendPoint[]) =>
    some.length < 2 ? '' : `${x(some[0]!.at)},${floor} ${line(some)} ${x(some.at(-1)!.at)},${floor}`
  const limits = spend.thresholds.filter(({ percent, action }) => percent !== 100 && action === 'notify')
  const every = moments(from, to, Math.max(2, Math.floor((width - left) / 92)))
  const seen = looked === undefined ? undefined : pointAt(points, looked)
  const say = (point: SpendPoint) =>
    `${formatMoney({ amount: point.spent, currency: spend.currency })} by ${formatDateTime(new Date(point.at).toISOString())}, ${point.billed ? 'billed' : 'estimated'}`
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const rect = event.currentTarget.getBoundingClientRect()
    setLooked(Math.min(here, from + ((event.clientX - rect.left - left) / Math.max(1, width - left - 8)) * (to - from)))
  }
  const onKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0 || points.length === 0) return
    event.preventDefault()
    const place = seen ? points.indexOf(seen) : points.length - 1
    setLooked(points[Math.min(points.length - 1, Math.max(0, place + step))]!.at)
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
          onPointerLeave={() => setLooked(undefined)}
        >
          <line x1={left} x2={width} y1={floor} y2={floor} stroke="var(--line-mid)" />
          {limits.map(({ percent, amount }) => (
            <g key={percent}>
              <line x1={left} x2={width} y1={y(amount)} y2={y(amount)} stroke="var(--line)" strokeDasharray="2 3" />
              <text x={left - 8} y={y(amount) + 4} textAnchor="end" fill="var(--ink-2)" className="tabular-nums">
                {percent}%
              </text>
            </g>
          ))}
          {every.map(({ at, days }) => (
            <text key={at} x={x(at)} y={height - 8} textAnchor={x(at) > width - 30 ? 'end' : 'middle'} fill="var(--ink-2)">
              {days ? dayName.format(at) : hourName.format(at)}
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
          {here < to && (
            <g>
              <line x1={x(here)} x2={x(here)} y1={head} y2={floor} stroke="var(--line-strong)" strokeDasharray="2 3" />
              <text
                x={x(here)}
                y={floor - 6}
                dx={x(here) > width - 60 ? -6 : 6}
                textAnchor={x(here) > width - 60 ? 'end' : 'start'}
                fill="var(--ink-2)"
                stroke="var(--surface)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                now
              </text>
            </g>
          )}
          {seen && (
            <g>
              <line x1={x(seen.at)} x2={x(seen.at)} y1={y(seen.spent)} y2={floor} stroke="var(--ink-2)" />
              <circle cx={x(seen.at)} cy={y(seen.spent)} r={4.5} fill="var(--series-1)" stroke="var(--surface)" strokeWidth={2} />
            </g>
          )}
        </svg>
        <button
          type="button"
          aria-label="Spend over time: read values with the arrow keys"
          className="pointer-events-none absolute inset-0 rounded-sm"
          onKeyDown={onKey}
          onBlur={() => setLooked(undefined)}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <Key stroke="var(--series-1)">Billed</Key>
        <Key stroke="var(--series-1)" dashes="1 4">
          Estimated
        </Key>
        {forecast && (
          <Key stroke="var(--series-3)" dashes="5 4">
            Forecast
          </Key>
        )}
        <span aria-live="polite" className="min-h-5 text-ink tabular-nums sm:ml-auto">
          {seen && say(seen)}
        </span>
      </figcaption>
      <Table spend={spend} />
    </figure>
  )
}

const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const hourName = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

function Key({ stroke, dashes, children }: { stroke: string; dashes?: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width={22} height={8} aria-hidden="true">
        <line x1={1} x2={21} y1={4} y2={4} stroke={stroke} strokeWidth={2} strokeDasharray={dashes} strokeLinecap="round" />
      </svg>
      {children}
    </span>
  )
}

/** The same data as a table, for screen readers. */
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
              <th scope="row">{day}</th>
              <td>{money(estimated)}</td>
              <td>{billed === null ? 'not yet' : money(billed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
