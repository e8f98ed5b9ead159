import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { maxNumbers, type StoreDirectory } from '../../../clients/stores/storeDirectory.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { heard, keepCopies, markGone } from './copies.ts'

/** Interval of full reads, and retry delay after a failure. */
const everyMs = 24 * 3_600_000
const retryDelayMs = 15 * 60_000
/** Pages read per run of the schedule; the rest follows a minute later. */
const pagesAtOnce = 10

/** Refreshes the copy of the directory once a day, some pages at a time. Stores that were on no page are then looked up by number. */
export async function refreshStores({ db, clients, now }: { db: Db; clients: Clients; now: () => Date }): Promise<void> {
  const { stores: directory } = clients
  if (!directory) return
  const round = await begin(db, now())
  if (!round) return
  let { after } = round
  try {
    for (let page = 0; page < pagesAtOnce; page++) {
      const { stores, next } = await directory.listStores(after ?? undefined)
      const at = now()
      const lost = next === null ? await fetchMissedStores(db, directory, round.startedAt, stores) : undefined
      await inTransaction(db, async (tx) => {
        await keepCopies(
          tx,
          [...stores, ...(lost?.stores ?? [])].map((store) => heard(store, at)),
        )
        await markGone(tx, lost?.missing ?? [], at)
        await tx
          .updateTable('store_refreshes')
          .set({ after: next, finished_at: next === null ? at : null, problem: null })
          .execute()
      })
      if (next === null) return
      after = next
    }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    await db
      .updateTable('store_refreshes')
      .set({ problem: error.message, finished_at: new Date(now().getTime() - everyMs + retryDelayMs) })
      .execute()
  }
}

/** A page can lack a store by mistake, so a store counts as removed only if a lookup by its number finds nothing. */
async function fetchMissedStores(db: Db, directory: StoreDirectory, since: Date, hearing: readonly { number: string }[]) {
  const unheard = await db
    .selectFrom('stores')
    .select('number')
    .where('gone_at', 'is', null)
    .where('fetched_at', '<', since)
    // Stores of the last page are not stored yet.
    .where(sql<boolean>`number <> all (${hearing.map(({ number }) => number)}::text[])`)
    .orderBy('fetched_at')
    .limit(maxNumbers)
    .execute()
  return unheard.length > 0 ? directory.lookUp(unheard.map(({ number }) => number)) : undefined
}

/** The full read that is due or in progress; undefined if there is none. The row lock lets only one replica start it. */
async function begin(db: Db, now: Date): Promise<{ after: string | null; startedAt: Date } | undefined> {
  const { rows } = await sql<{ after: string | null; startedAt: Date }>`
    insert into store_refreshes (started_at, finished_at, after) values (${now}, null, null)
    on conflict (only_one) do update set
      started_at = case when store_refreshes.finished_at is null then store_refreshes.started_at else ${now} end,
      after = case when store_refreshes.finished_at is null then store_refreshes.after end,
      finished_at = null
    where store_refreshes.finished_at is null or store_refreshes.finished_at <= ${new Date(now.getTime() - everyMs)}
    returning after, started_at as "startedAt"`.execute(db)
  return rows[0]
}
