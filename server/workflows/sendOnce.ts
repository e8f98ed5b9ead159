import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import type { Jobs, QueueName, Queues } from './jobs.ts'

/** Enqueues a job unless its queue already has an unfinished job, from any process. */
export async function sendOnce<N extends QueueName>(db: Db, jobs: Jobs, queue: N, data: Queues[N], afterMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`send once ${queue}`}, 0))`.execute(tx)
    const { rows } = await sql`select from pgboss.job where name = ${queue} and state <= 'active' limit 1`.execute(tx)
    if (rows.length === 0) await jobs.send(tx, queue, data, { afterMs })
  })
}
