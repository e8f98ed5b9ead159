import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { MeteredResource } from '../../../db/tables.ts'
import { publishChanges } from '../../../workflows/changes.ts'
import { accrueByDay } from '../../services/lookups/money.ts'

export interface SpendReading {
  sandboxId: string
  /** Undefined if the scan failed. Spend then continues at the last known rate. */
  found?: { rate: bigint; resources: MeteredResource[]; pricedAt: Date | null }
  problem: string | null
}

/** After this time without a scan, the chart marks the spend as estimated. */
const missedReadingMs = 45 * 60_000
/** The chart has one point per hour, and one at each change of the rate. */
const pointIntervalMs = 55 * 60_000

/**
 * Adds the spend up to now at the last known rate, and stores the new rate. Several replicas can call this concurrently; each moment is
 * counted once. The caller opens the transaction.
 * @returns IDs of sandboxes whose spend or rate changed
 */
export async function addSpend(tx: Db, readings: readonly SpendReading[], now: Date): Promise<string[]> {
  if (readings.length === 0) return []
  const ids = readings.map(({ sandboxId }) => sandboxId).toSorted()
  // A fixed order prevents a deadlock between two replicas.
  const rows = await tx
    .selectFrom('sandboxes')
    .select(['id', 'lease_start', 'deleted_at'])
    .where('id', 'in', ids)
    .where('lease_start', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const metersBySandbox = new Map(
    (await tx.selectFrom('sandbox_meters').selectAll().where('sandbox_id', 'in', ids).execute()).map((meter) => [meter.sandbox_id, meter]),
  )
  const readingsById = new Map(readings.map((reading) => [reading.sandboxId, reading]))
  const meterRows = rows.flatMap((row) => {
    const meter = metersBySandbox.get(row.id)
    if (meter?.closed_at) return []
    const { found, problem } = readingsById.get(row.id)!
    const to = row.deleted_at && row.deleted_at < now ? row.deleted_at : now
    const from = meter?.counted_to ?? row.lease_start!
    // The rate of the first scan applies from the start of the lease, because no earlier rate is known.
    const hourlyRate = meter ? BigInt(meter.rate) : (found?.rate ?? 0n)
    const { parts, carry } = accrueByDay(hourlyRate, from, to, BigInt(meter?.carry ?? 0))
    const scannedAt = found ? now : (meter?.scanned_at ?? null)
    return [
      {
        sandbox_id: row.id,
        counted_to: from > to ? from : to,
        rate: String(row.deleted_at ? 0n : (found?.rate ?? hourlyRate)),
        changed: meter === undefined || found === undefined ? meter === undefined : found.rate !== hourlyRate,
        carry: String(carry),
        scanned_at: scannedAt,
        resources: row.deleted_at ? [] : (found?.resources ?? meter?.resources ?? []),
        priced_at: found ? found.pricedAt : (meter?.priced_at ?? null),
        problem,
        closed_at: row.deleted_at,
        filled: now.getTime() - (meter?.scanned_at ?? row.lease_start!).getTime() > missedReadingMs,
        days: parts.map(({ day, amount }) => ({ day, amount: String(amount) })),
      },
    ]
  })
  if (meterRows.length === 0) return []
  const meterJson = JSON.stringify(meterRows)
  await sql`insert into sandbox_meters as m (sandbox_id, counted_to, rate, carry, scanned_at, resources, priced_at, problem, closed_at)
      select sandbox_id, counted_to, rate, carry, scanned_at, resources, priced_at, problem, closed_at
      from jsonb_to_recordset(${meterJson}::jsonb) as x (sandbox_id uuid, counted_to timestamptz, rate bigint, carry bigint,
        scanned_at timestamptz, resources jsonb, priced_at timestamptz, problem text, closed_at timestamptz)
      on conflict (sandbox_id) do update set counted_to = excluded.counted_to, rate = excluded.rate, carry = excluded.carry,
        scanned_at = excluded.scanned_at, resources = excluded.resources, priced_at = excluded.priced_at, problem = excluded.problem,
        closed_at = excluded.closed_at`.execute(tx)
  await sql`insert into sandbox_days as d (sandbox_id, day, estimated)
      select x.sandbox_id, p.day, p.amount
      from jsonb_to_recordset(${meterJson}::jsonb) as x (sandbox_id uuid, days jsonb)
      cross join jsonb_to_recordset(x.days) as p (day text, amount bigint)
      on conflict (sandbox_id, day) do update set estimated = d.estimated + excluded.estimated`.execute(tx)
  await sql`insert into sandbox_spend (sandbox_id, at, day, day_estimated, rate, filled)
      select x.sandbox_id, x.counted_to, d.day, d.estimated, x.rate, x.filled
      from jsonb_to_recordset(${meterJson}::jsonb) as x (sandbox_id uuid, counted_to timestamptz, rate bigint, changed boolean, filled boolean)
      join sandbox_days d on d.sandbox_id = x.sandbox_id and d.day = to_char(x.counted_to at time zone 'UTC', 'YYYY-MM-DD')
      where x.changed or x.filled or not exists (
        select from sandbox_spend s where s.sandbox_id = x.sandbox_id and s.at > x.counted_to - ${`${pointIntervalMs} milliseconds`}::interval)
      on conflict do nothing`.execute(tx)
  return countSpendOf(
    tx,
    meterRows.map(({ sandbox_id }) => sandbox_id),
    now,
  )
}

/**
 * Sets each sandbox’s spend to the sum of its daily costs.
 * @returns IDs of sandboxes whose spend or rate changed
 */
export async function countSpendOf(tx: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; changed: boolean }>`
    with sums as (
      select m.sandbox_id, m.rate, m.counted_to, coalesce(floor(sum(coalesce(d.billed, d.estimated)) / 1000000), 0)::bigint as spent
      from sandbox_meters m left join sandbox_days d on d.sandbox_id = m.sandbox_id
      where m.sandbox_id = any (${ids}::uuid[]) group by m.sandbox_id)
    update sandboxes s set spent = n.spent, hourly_rate = n.rate, spend_at = n.counted_to,
      limit_reached_at = case when n.spent >= s.budget_limit then coalesce(s.limit_reached_at, ${now}) end
    from sums n join sandboxes o on o.id = n.sandbox_id
    where s.id = n.sandbox_id
    returning s.id, (o.spent, o.hourly_rate) is distinct from (s.spent, s.hourly_rate) as changed`.execute(tx)
  const changed = rows.filter((row) => row.changed).map((row) => row.id)
  await publishChanges(
    tx,
    changed.map((id) => ({ kind: 'sandbox', id })),
  )
  return changed
}
