import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { maxNumbers, type StoreDirectory } from '../../../clients/stores/storeDirectory.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { markDelisted, toKnownStore, updateStoreCache } from './storeCache.ts'

/** The interval of full reads, and the retry delay after a failure. */
const pollIntervalMs = 24 * 3_600_000
const retryDelayMs = 15 * 60_000
/** The next run, a minute later, reads the next pages. */
const maxPagesPerRun = 10

/** Refreshes the copy of the directory once a day, some pages at a time. Stores that were on no page are looked up by number at the end. */
export async function syncStores({ db, clients, now }: { db: Db; clients: Clients; now: () => Date }): Promise<void> {
  const { stores: directory } = clients
  if (!directory) return
  const round = await startRefresh(db, now())
  if (!round) return
  let { after } = round
  try {
    for (let page = 0; page < maxPagesPerRun; page++) {
      const { stores, next } = await directory.listStores(after ?? undefined)
      const at = now()
      const unconfirmedStores = next === null ? await fetchMissedStores(db, directory, round.startedAt, stores) : undefined
      await inTransaction(db, async (tx) => {
        await updateStoreCache(
          tx,
          [...stores, ...(unconfirmedStores?.stores ?? [])].map((store) => toKnownStore(store, at)),
        )
        await markDelisted(tx, unconfirmedStores?.missing ?? [], at)
        await tx
          .updateTable('store_refreshes')
          .set({ after: next, finished_at: next === null ? at : null, problem: null })
          .execute()
      })
      if (next === null) return
      after = next
    }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    await db
      .updateTable('store_refreshes')
      .set({ problem: error.message, finished_at: new Date(now().getTime() - pollIntervalMs + retryDelayMs) })
      .execute()
  }
}

/** A page can omit a store by mistake, so a store counts as removed only if the directory doesn't find its number either. */
async function fetchMissedStores(db: Db, directory: StoreDirectory, sinceDate: Date, fetchedStores: readonly { number: string }[]) {
  const missedStores = await db
    .selectFrom('stores')
    .select('number')
    .where('delisted_at', 'is', null)
    .where('fetched_at', '<', sinceDate)
    // Stores of the last page are not stored yet.
    .where(sql<boolean>`number <> all (${fetchedStores.map(({ number }) => number)}::text[])`)
    .orderBy('fetched_at')
    .limit(maxNumbers)
    .execute()
  return missedStores.length > 0 ? directory.lookUp(missedStores.map(({ number }) => number)) : undefined
}

/** Returns the full read that is due or in progress; undefined if there is none. With the row lock, only one replica can start it. */
async function startRefresh(db: Db, now: Date): Promise<{ after: string | null; startedAt: Date } | undefined> {
  const { rows } = await sql<{ after: string | null; startedAt: Date }>`
    insert into store_refreshes (started_at, finished_at, after) values (${now}, null, null)
    on conflict (only_one) do update set
      started_at = case when store_refreshes.finished_at is null then store_refreshes.started_at else ${now} end,
      after = case when store_refreshes.finished_at is null then store_refreshes.after end,
      finished_at = null
    where store_refreshes.finished_at is null or store_refreshes.finished_at <= ${new Date(now.getTime() - pollIntervalMs)}
    returning after, started_at as "startedAt"`.execute(db)
  return rows[0]
}
