import type { SampleSandbox } from './sampleSandbox.ts'
import { seededRandom } from './seededRandom.ts'

const hour = 3_600_000
const day = 24 * hour

/** The rates are in millionths of a penny per hour, and are derived from the price list and the workload's resources. */
export const hourlyRates = { webApp: 35_200_000, machineLab: 46_400_000, kubernetes: 57_300_000 } as const
const storageShare = 0.12

interface Bill {
  sandbox: Pick<SampleSandbox, 'id' | 'start' | 'stoppedAt'>
  rate: number
  until: Date
}

function usedUpTo({ sandbox: { start, stoppedAt }, rate }: Bill, at: Date): number {
  if (!start || at <= start) return 0
  const runningMs = Math.min(at.getTime(), stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY) - start.getTime()
  const storageCost = stoppedAt ? Math.max(0, at.getTime() - stoppedAt.getTime()) * storageShare : 0
  return Math.floor((rate * (runningMs + storageCost)) / hour)
}

/** Returns the UTC days with a cost, the oldest first. After two days a day is billed, slightly different from its estimate. */
function daysOf(bill: Bill, now: Date) {
  const { start, id } = bill.sandbox
  if (!start) return []
  const random = seededRandom(`bill/${id}`)
  const days = []
  for (let from = start.getTime() - (start.getTime() % day); from < bill.until.getTime(); from += day) {
    const end = new Date(Math.min(from + day, bill.until.getTime()))
    const estimated = usedUpTo(bill, end) - usedUpTo(bill, new Date(from))
    const billed = from + 2 * day < now.getTime() ? Math.round(estimated * (0.97 + random.next() * 0.05)) : null
    days.push({ from, estimated, billed })
  }
  return days
}

/** Returns the spend in pence. */
export function spentOn(bill: Bill, now: Date): number {
  return Math.floor(daysOf(bill, now).reduce((sum, { estimated, billed }) => sum + (billed ?? estimated), 0) / 1_000_000)
}

export function spendRows(bill: Bill, now: Date) {
  const { sandbox, until } = bill
  const { id, start, stoppedAt } = sandbox
  if (!start) return { meters: [], days: [], points: [] }
  const isOver = until < now
  const rate = isOver ? 0 : Math.round(stoppedAt ? bill.rate * storageShare : bill.rate)
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const points = []
  for (let at = start.getTime(); at <= until.getTime(); at += 3 * hour) {
    const midnight = new Date(at - (at % day))
    const spentSoFar = usedUpTo(bill, new Date(at)) - usedUpTo(bill, midnight)
    points.push({
      sandbox_id: id,
      at: new Date(at),
      day: dateOf(at),
      day_estimated: spentSoFar,
      rate: Math.round(bill.rate),
      filled: false,
    })
  }
  const days = daysOf(bill, now).map(({ from, estimated, billed }) => ({
    sandbox_id: id,
    day: dateOf(from),
    estimated,
    billed,
    billed_at: billed === null ? null : new Date(Math.min(from + 2 * day, now.getTime())),
  }))
  const countedUntil = isOver ? until : new Date(until.getTime() - 20 * 60_000)
  const meter = {
    sandbox_id: id,
    counted_to: countedUntil,
    rate,
    carry: 0,
    scanned_at: null,
    resources: [],
    priced_at: null,
    closed_at: isOver ? until : null,
  }
  return { meters: [meter], days, points }
}
