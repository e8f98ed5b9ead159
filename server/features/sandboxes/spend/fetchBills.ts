import { sql } from 'kysely'
import type { GroupCost } from '../../../clients/arm/armCost.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { billedAmount, dayOf } from '../../services/lookups/money.ts'
import { countSpendOf } from './count.ts'
import type { MeterContext } from './meterContext.ts'

const dayMs = 86_400_000
/** A day’s bill is complete about a day later, and Azure can correct it for three more. */
const resolvedMs = dayMs
const lookBackDays = 6
/** Azure limits these queries strictly, so each subscription is read a few times a day. */
const requestIntervalMs = 6 * 3_600_000
const maxRequested = 20

/** Replaces estimates with billed amounts, day by day. If a bill can’t be read, the estimate stays. */
export async function fetchBills({ db, clients, now, log }: MeterContext, signal?: AbortSignal): Promise<void> {
  const at = now()
  for (const subscriptionId of await dueBills(db, at)) {
    signal?.throwIfAborted()
    let failureMessage: string | null = null
    try {
      const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - lookBackDays))
      const costs = await clients.arm.listDailyCostByGroup(subscriptionId, from, at)
      await inTransaction(db, (tx) => storeBills(tx, subscriptionId, costs, at))
    } catch (error) {
      signal?.throwIfAborted()
      failureMessage = error instanceof Error ? error.message : 'The bill couldn’t be read.'
      log.warn({ err: error, subscriptionId }, 'couldn’t read the bill of a subscription')
    }
    await db
      .insertInto('sandbox_bills')
      .values({ subscription_id: subscriptionId, requested_at: at, problem: failureMessage })
      .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet({ requested_at: at, problem: failureMessage }))
      .execute()
  }
}

async function dueBills(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.subscription_id as id from sandboxes s
    join sandbox_meters m on m.sandbox_id = s.id
    left join sandbox_bills b on b.subscription_id = s.subscription_id
    where coalesce(s.deleted_at, ${at}) > ${new Date(at.getTime() - lookBackDays * dayMs)}
      and coalesce(b.requested_at, '-infinity') <= ${new Date(at.getTime() - requestIntervalMs)}
    group by 1 order by min(coalesce(b.requested_at, '-infinity')), 1 limit ${maxRequested}`.execute(db)
  return rows.map((row) => row.id)
}

/** Uses complete days only, for which Azure reported costs and the resource group or subscription belonged to one sandbox. */
async function storeBills(tx: Db, subscriptionId: string, costs: readonly GroupCost[], at: Date): Promise<void> {
  const lastFinalDay = dayOf(new Date(at.getTime() - resolvedMs - dayMs))
  const rows = costs
    .filter(({ day }) => day <= lastFinalDay)
    .map(({ day, resourceGroup, cost, currency }) => ({
      day,
      place: resourceGroup,
      amount: String(billedAmount(cost, currency)),
      currency,
    }))
  if (rows.length === 0) return
  const { rows: changed } = await sql<{ id: string }>`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (day text, place text, amount bigint, currency text)),
    lived as (
      select s.id, s.currency, lower(s.resource_group) as place, to_char(s.lease_start at time zone 'UTC', 'YYYY-MM-DD') as first,
        to_char(coalesce(s.deleted_at, ${at}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD') as last
      from sandboxes s where s.subscription_id = ${subscriptionId} and s.lease_start is not null),
    owed as (
      select l.id, r.day, sum(r.amount)::bigint as amount from reported r
      join lived l on (l.place is null or l.place = r.place) and l.currency = r.currency and r.day between l.first and l.last
      where not exists (select from lived o where o.id <> l.id and r.day between o.first and o.last and o.place is not distinct from l.place)
      group by 1, 2)
    insert into sandbox_days as d (sandbox_id, day, billed, billed_at)
    select o.id, o.day, o.amount, ${at} from owed o join sandbox_meters m on m.sandbox_id = o.id order by 1, 2
    on conflict (sandbox_id, day) do update set billed = excluded.billed, billed_at = excluded.billed_at
    where d.billed is distinct from excluded.billed
    returning sandbox_id as id`.execute(tx)
  if (changed.length > 0) await countSpendOf(tx, [...new Set(changed.map((row) => row.id))].toSorted(), at)
}
