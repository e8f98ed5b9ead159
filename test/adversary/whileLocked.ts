import { sql } from 'kysely'
import type { Db } from '../../server/db/database.ts'
import type { TestResponse } from '../app.ts'
import { until } from '../until.ts'

export interface LockedRow {
  table: string
  column?: string
  id: string
}

/** Locks a row until both calls wait, in this order. */
export async function whileLocked(
  db: Db,
  { table, column = 'id', id }: LockedRow,
  first: () => Promise<TestResponse>,
  second: () => Promise<TestResponse>,
): Promise<[TestResponse, TestResponse]> {
  const waiting = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    ).rows[0]!.count
  const { calls } = await db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update`.execute(tx)
    const calls = [first()]
    await until(async () => (await waiting()) === 1, 8_000)
    calls.push(second())
    await until(async () => (await waiting()) === 2, 8_000)
    return { calls }
  })
  return Promise.all(calls) as Promise<[TestResponse, TestResponse]>
}
