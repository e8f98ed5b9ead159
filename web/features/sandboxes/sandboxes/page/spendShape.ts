import type { Spend } from './types.ts'

export interface SpendPoint {
  at: number
  /** In minor units. */
  spent: number
  billed: boolean
}
interface SpendShape {
  from: number
  to: number
  now: number
  top: number
  points: SpendPoint[]
  /** Ends at the end of the lease, or at the amount at which the sandbox freezes if that is reached first. */
  forecast: { from: SpendPoint; to: SpendPoint } | null
}

/** The axis covers the whole lease, and includes the limit and the forecast. */
export function spendShape(
  spend: Pick<Spend, 'points' | 'start' | 'end' | 'spent' | 'limit' | 'hourlyRate' | 'thresholds'>,
  now: number,
): SpendShape {
  const points = spend.points.map(({ at, spent, billed }) => ({ at: Date.parse(at), spent, billed }))
  const from = spend.start ? Date.parse(spend.start) : (points[0]?.at ?? now)
  const last = points.at(-1)?.at ?? from
  const end = spend.end ? Date.parse(spend.end) : now
  const to = Math.max(end, last, from + 3_600_000)
  const currentTime = Math.min(Math.max(now, from), to)
  const freezeThreshold = spend.thresholds.find(({ action }) => action === 'freeze')
  const freezeAmount = freezeThreshold ? (spend.limit * freezeThreshold.percent) / 100 : Number.POSITIVE_INFINITY
  const start: SpendPoint = { at: currentTime, spent: spend.spent, billed: false }
  const forecast =
    currentTime < end && spend.hourlyRate > 0 && spend.spent < freezeAmount
      ? { from: start, to: projectedPoint(start, end, spend.hourlyRate, freezeAmount) }
      : null
  const max = Math.max(spend.limit, spend.spent, forecast?.to.spent ?? 0, ...points.map((point) => point.spent))
  const allPoints = currentTime > last ? [...points, start] : points
  return { from, to, now: currentTime, top: max * 1.12, points: allPoints, forecast }
}

function projectedPoint(start: SpendPoint, end: number, rate: number, freezeAmount: number): SpendPoint {
  const atEnd = start.spent + ((end - start.at) / 3_600_000) * rate
  if (atEnd <= freezeAmount) return { at: end, spent: atEnd, billed: false }
  return { at: start.at + ((freezeAmount - start.spent) / rate) * 3_600_000, spent: freezeAmount, billed: false }
}

export function pointAt(points: readonly SpendPoint[], at: number): SpendPoint | undefined {
  return points.findLast((point) => point.at <= at) ?? points[0]
}

const hour = 3_600_000
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 96 * hour, 168 * hour, 336 * hour, 720 * hour]

/** Returns at most about `max` times for axis labels, at whole hours or at midnight. */
export function tickTimes(from: number, to: number, max: number): { at: number; days: boolean }[] {
  const step = steps.find((each) => (to - from) / each <= max) ?? to - from
  const days = step >= 24 * hour
  const first = days ? nextMidnight(from) : Math.ceil(from / step) * step
  const matches = []
  for (let at = first; at <= to; at += step) matches.push({ at, days })
  return matches
}

function nextMidnight(at: number): number {
  const day = new Date(at)
  day.setHours(24, 0, 0, 0)
  return day.getTime()
}
