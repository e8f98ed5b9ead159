import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { anonymous, anonymousName } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { type AuditRecord, writeAudit } from './audit.ts'
import { networkOf } from './networkOf.ts'

const hourMs = 3_600_000
/** Limit on buckets per hour over all replicas. Further calls share one more bucket. */
const maxBuckets = 1_000
/** Number of calls that are counted in memory before they are written. A killed process can lose this many. */
export const maxUnwritten = 100
const flushIntervalMs = 5_000

interface AnonymousCall extends Pick<AuditRecord, 'operation' | 'requestId' | 'reason' | 'subject'> {
  outcome: 'denied' | 'failed'
  code: string
  ip: string
}

interface Bucket {
  hour: Date
  operation: string
  outcome: AnonymousCall['outcome']
  code: string
  network: string
}

const overflow = { operation: 'otherOperations', outcome: 'denied', code: 'any', network: 'others' } as const

/**
 * Counts denied and failed calls without sign-in. The first call of a bucket (operation, outcome, code, network and hour) writes an audit
 * event immediately. Later calls are counted in memory, saved to `anonymous_calls` every few seconds, and become one event after the hour.
 */
export class AnonymousCalls {
  private hour = new Date(0)
  private unwritten = 0
  private readonly buckets = new Map<string, { bucket: Bucket; further: number; requestId: string }>()
  private full = false
  private lastWrite: Promise<void> = Promise.resolve()
  private readonly timer: NodeJS.Timeout
  private readonly context: Pick<Context, 'db' | 'now'> & { log: Pick<FastifyBaseLogger, 'error'> }
  private readonly maxBuckets: number

  constructor(context: AnonymousCalls['context'], options: { maxBuckets?: number } = {}) {
    this.context = context
    this.maxBuckets = options.maxBuckets ?? maxBuckets
    this.timer = setInterval(() => void this.flush(), flushIntervalMs)
    this.timer.unref()
  }

  async record(call: AnonymousCall): Promise<void> {
    const hour = new Date(Math.floor(this.context.now().getTime() / hourMs) * hourMs)
    if (hour.getTime() !== this.hour.getTime()) {
      // The counts are taken before the first `await`, so that concurrent calls are not counted in the hour that is being written.
      const pendingFlush = this.flush()
      this.buckets.clear()
      this.full = false
      this.hour = hour
      await pendingFlush
    }
    const { operation, outcome, code } = call
    const newBucket = { hour, operation, outcome, code, network: networkOf(call.ip) }
    const existingBucket = this.buckets.get(nameOf(newBucket)) ?? (this.full ? this.buckets.get(nameOf(overflow)) : undefined)
    if (!existingBucket) return this.open(newBucket, call)
    existingBucket.further += 1
    existingBucket.requestId = call.requestId
    this.unwritten += 1
    if (this.unwritten >= maxUnwritten) await this.flush()
  }

  async flush(): Promise<void> {
    const busyBuckets = [...this.buckets.values()].filter(({ further }) => further > 0)
    const rows = busyBuckets.map(({ bucket, further, requestId }) => ({ ...bucket, further, requestId }))
    for (const each of busyBuckets) each.further = 0
    this.unwritten = 0
    const previousWrite = this.lastWrite
    const write = async () => {
      await previousWrite
      if (rows.length === 0) return
      try {
        await addCounts(this.context.db, rows)
      } catch (error) {
        busyBuckets.forEach((each, index) => {
          each.further += rows[index]!.further
          this.unwritten += rows[index]!.further
        })
        this.context.log.error({ err: error }, 'denied calls could not be counted')
      }
    }
    this.lastWrite = write()
    return this.lastWrite
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
  }

  private async open(newBucket: Bucket, call: AnonymousCall): Promise<void> {
    const bucket = await inTransaction(this.context.db, async (tx) => {
      const openedBucket = await openBucket(tx, newBucket, { requestId: call.requestId, maxBuckets: this.maxBuckets })
      const { operation, outcome, reason, subject, requestId } = call
      if (openedBucket.first)
        await writeAudit(tx, {
          actor: anonymous,
          ...{ operation, outcome, reason, requestId },
          ...(subject ? { subject } : {}),
          after: { network: newBucket.network },
        })
      return openedBucket.bucket
    })
    if (bucket.network === overflow.network) this.full = true
    const name = nameOf(bucket)
    if (!this.buckets.has(name)) this.buckets.set(name, { bucket, further: 0, requestId: call.requestId })
  }
}

const nameOf = ({ operation, outcome, code, network }: Omit<Bucket, 'hour'>) => `${operation} ${outcome} ${code} ${network}`

/**
 * Counts the call in its bucket, or in the shared bucket if there are too many.
 * @returns whether it is the first call of the bucket
 */
async function openBucket(
  tx: Db,
  newBucket: Bucket,
  { requestId, maxBuckets }: { requestId: string; maxBuckets: number },
): Promise<{ bucket: Bucket; first: boolean }> {
  if (await countIn(tx, newBucket)) return { bucket: newBucket, first: false }
  // The lock ensures that all replicas together stay within the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended('slipway anonymous calls', 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from anonymous_calls where hour = ${newBucket.hour}`.execute(tx)
  const bucket = (rows[0]?.count ?? 0) < maxBuckets ? newBucket : { hour: newBucket.hour, ...overflow }
  if (await countIn(tx, bucket)) return { bucket, first: false }
  await tx
    .insertInto('anonymous_calls')
    .values({ ...bucket, request_id: requestId })
    .execute()
  return { bucket, first: true }
}

async function countIn(tx: Db, { hour, operation, outcome, code, network }: Bucket): Promise<boolean> {
  const { rows } = await sql`update anonymous_calls set further = further + 1
    where hour = ${hour} and operation = ${operation} and outcome = ${outcome} and code = ${code} and network = ${network} returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

async function addCounts(db: Db, rows: (Bucket & { further: number; requestId: string })[]): Promise<void> {
  await sql`
    insert into anonymous_calls (hour, operation, outcome, code, network, further, request_id)
    select r.hour, r.operation, r.outcome, r.code, r.network, r.further, r."requestId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (hour timestamptz, operation text, outcome text, code text, network text, further bigint, "requestId" text)
    order by r.operation, r.outcome, r.code, r.network
    on conflict (hour, operation, outcome, code, network) do update set further = anonymous_calls.further + excluded.further`.execute(db)
}

/** Writes one audit event per bucket from the counts of past hours. Replicas have one minute to save their last counts. */
export async function closeAnonymousCalls({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - hourMs - 60_000)
  await sql`
    with over as (delete from anonymous_calls where hour <= ${until} returning *)
    insert into audit_events (id, actor_name, credential, operation, outcome, reason, request_id, after)
    select gen_random_uuid(), ${anonymousName}, 'none', operation, outcome,
      code || ': ' || further || case when further = 1 then ' more call' else ' more calls' end || ' from ' || network, request_id,
      jsonb_build_object('calls', further, 'network', network, 'from', hour, 'to', hour + interval '1 hour')
    from over where further > 0`.execute(db)
}
