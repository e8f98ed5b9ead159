import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { formatRemaining } from '../../../format.ts'
import { minorOf } from '../../services/lookups/money.ts'
import { forecastOf, forecastSpend } from '../sandboxes/forecast.ts'
import { budgetUsedUp } from '../sandboxes/lease.ts'
import type { SandboxRow } from '../sandboxes/sandboxRows.ts'
import { money, spendProblems } from './labels.ts'
import type { SandboxSpend } from './schemas.ts'

const maxPoints = 400
const maxDays = 400
const maxResources = 500

interface Day {
  day: string
  estimated: bigint
  billed: bigint | null
}
interface Sample {
  at: Date
  day: string
  within: bigint
  filled: boolean
}

export async function loadSpend(db: Db, row: SandboxRow, now: Date): Promise<SandboxSpend> {
  const [meter, days, samples, reachedThresholds, bill] = await Promise.all([
    db.selectFrom('sandbox_meters').selectAll().where('sandbox_id', '=', row.id).executeTakeFirst(),
    loadDays(db, row.id),
    loadSamples(db, row.id),
    loadReachedThresholds(db, row.id, row.budget_limit),
    row.subscription_id === null
      ? undefined
      : db.selectFrom('sandbox_bills').select('problem').where('subscription_id', '=', row.subscription_id).executeTakeFirst(),
  ])
  const billed = days.reduce((sum, day) => sum + (day.billed ?? 0n), 0n)
  const forecast = { ...forecastOf(row, now), amount: forecastSpend(row, now) }
  return {
    sandboxId: row.id,
    currency: row.currency,
    limit: row.budget_limit,
    spent: row.spent,
    billed: minorOf(billed),
    // This part is the difference from the total, so that both parts always add up to the spend.
    estimated: row.spent - minorOf(billed),
    billedTo: days.findLast((day) => day.billed !== null)?.day ?? null,
    hourlyRate: hundredths(row.hourly_rate),
    asOf: row.spend_at?.toISOString() ?? null,
    scannedAt: meter?.scanned_at?.toISOString() ?? null,
    pricesAt: meter?.priced_at?.toISOString() ?? null,
    problem: meter?.problem ?? (bill?.problem ? `${spendProblems.bill} ${bill.problem}` : null),
    forecast: {
      freezesAt: forecast.freezesAt?.toISOString() ?? null,
      reachesLimitAt: forecast.reachesLimitAt?.toISOString() ?? null,
      amount: forecast.amount,
      summary: spendSummary(row, forecast, now),
    },
    thresholds: row.terms.thresholds.map(({ percent, action }) => ({
      percent,
      action,
      amount: Math.ceil((row.budget_limit * percent) / 100),
      reachedAt: reachedThresholds.get(percent)?.toISOString() ?? null,
    })),
    start: row.lease_start?.toISOString() ?? null,
    end: row.lease_end?.toISOString() ?? null,
    points: pointsOf(days, samples, row.lease_start, row.spend_at),
    days: roundDays(days),
    resources: (meter?.resources ?? [])
      .filter(({ rate }) => rate !== 0)
      .toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || a.name.localeCompare(b.name))
      .slice(0, maxResources)
      .map(({ rate, region: _, ...each }) => ({ ...each, hourlyRate: rate === null ? null : hundredths(rate) })),
  }
}

const hundredths = (rate: number) => Math.round(rate / 10_000) / 100

async function loadDays(db: Db, id: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('sandbox_days')
    .select(['day', 'estimated', 'billed'])
    .where('sandbox_id', '=', id)
    .orderBy('day', 'desc')
    .limit(maxDays)
    .execute()
  return rows
    .reverse()
    .map(({ day, estimated, billed }) => ({ day, estimated: BigInt(estimated), billed: billed === null ? null : BigInt(billed) }))
}

async function loadSamples(db: Db, id: string): Promise<Sample[]> {
  const { rows } = await sql<{ at: Date; day: string; within: number; filled: boolean }>`
    select at, day, day_estimated as within, filled from (
      select *, row_number() over (order by at) as place, count(*) over () as total from sandbox_spend where sandbox_id = ${id}) s
    where total <= ${maxPoints} or place = total or filled or place % ceil(total::numeric / ${maxPoints})::int = 0
    order by at limit ${maxPoints * 2}`.execute(db)
  return rows.map(({ within, ...rest }) => ({ ...rest, within: BigInt(within) }))
}

async function loadReachedThresholds(db: Db, id: string, limit: number): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('sandbox_events')
    .select(['key', 'at'])
    .where('sandbox_id', '=', id)
    .where('kind', '=', 'spent')
    .where('key', 'like', `spent:%:${limit}`)
    .execute()
  return new Map(rows.map(({ key, at }) => [Number(key.split(':')[1]), at]))
}

/** Rounds the sums up to each day, so that the days add up to the total. */
function roundDays(days: readonly Day[]): SandboxSpend['days'] {
  let before = 0n
  return days.map(({ day, estimated, billed }) => {
    const after = before + (billed ?? estimated)
    const spent = minorOf(after) - minorOf(before)
    before = after
    return billed === null ? { day, estimated: spent, billed } : { day, estimated: minorOf(estimated), billed: spent }
  })
}

/** Returns the points of the chart. The line never falls, and ends each day at the total of that day. */
function pointsOf(days: readonly Day[], samples: readonly Sample[], start: Date | null, countedUntil: Date | null): SandboxSpend['points'] {
  if (!start) return []
  const points: SandboxSpend['points'] = [{ at: start.toISOString(), spent: 0, billed: days[0]?.billed != null, filled: false }]
  let before = 0n
  for (const { day, estimated, billed } of days) {
    const total = billed ?? estimated
    const samplesOfDay = samples.filter((sample) => sample.day === day)
    for (const { at, within, filled } of samplesOfDay) {
      const billedShare = billed === null ? within : estimated === 0n ? 0n : (billed * within) / estimated
      points.push({
        at: at.toISOString(),
        spent: minorOf(before + (billedShare < total ? billedShare : total)),
        billed: billed !== null,
        filled,
      })
    }
    before += total
    const end = new Date(Math.min(Date.parse(`${day}T00:00:00Z`) + 86_400_000, countedUntil?.getTime() ?? Infinity))
    if (end > start && points.at(-1)!.at < end.toISOString())
      points.push({
        at: end.toISOString(),
        spent: minorOf(before),
        billed: billed !== null,
        filled: samplesOfDay.at(-1)?.filled ?? samplesOfDay.length === 0,
      })
  }
  return points
}

/** The next reading of the spend can be later than the forecast, so the time can have passed. */
const describeWhen = (remainingMs: number) => (remainingMs > 0 ? `in about ${formatRemaining(remainingMs)}` : 'soon')

export const spendSummaries = {
  freezes: (remainingMs: number) => `The budget freezes the sandbox ${describeWhen(remainingMs)}.`,
  reachesLimit: (remainingMs: number) => `The limit is reached ${describeWhen(remainingMs)}.`,
  amount: (spent: string, limit: string) => `About ${spent} of ${limit} will be spent when the lease ends.`,
}

function spendSummary(row: SandboxRow, { freezesAt, reachesLimitAt, amount }: ReturnType<typeof forecastOf>, now: Date): string {
  const { status, spent, budget_limit: limit, currency, hourly_rate: rate } = row
  if (status === 'deleted') return `The sandbox spent ${money(spent, currency)} of ${money(limit, currency)}.`
  if (row.lease_start === null) return 'A sandbox has no cost until it is ready.'
  if (spent >= limit || (status === 'frozen' && budgetUsedUp(row))) return 'The budget is used up.'
  if (status !== 'active' && status !== 'frozen') return `${money(spent, currency)} of ${money(limit, currency)} spent.`
  if (row.spend_at === null) return 'The resources haven’t been read yet.'
  if (rate === 0) return 'No resource has an hourly cost at the moment.'
  const remaining = (at: Date) => at.getTime() - now.getTime()
  if (freezesAt) return spendSummaries.freezes(remaining(freezesAt))
  if (reachesLimitAt) return spendSummaries.reachesLimit(remaining(reachesLimitAt))
  return spendSummaries.amount(money(amount ?? spent, currency), money(limit, currency))
}
