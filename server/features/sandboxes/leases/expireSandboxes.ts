import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../../db/database.ts'
import { formatHours } from '../../../format.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { inHours } from '../sandboxes/lease.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { notifySandboxPeople } from './notify.ts'
import { startDeletion, startSandboxRemoval } from './transitions.ts'

interface ServiceContext {
  db: Db
  jobs: Jobs
}

const batchSize = 50
/** A call processes at most this many batches. The next call, a minute later, continues. */
const maxBatches = 40

const hasOpenAction = sql<boolean>`exists (select from sandbox_actions w where w.sandbox_id = sandboxes.id and w.status = 'open')`
const isActiveOrFrozen = sql<boolean>`sandboxes.status in ('active', 'frozen')`

/** Selects the due reminder that is nearest to the end, in hours before the end. */
const nearest = (now: Date) => sql<number>`(select min(h::int) from jsonb_array_elements_text(sandboxes.terms->'reminderHours') h
  where sandboxes.lease_end - h::int * interval '1 hour' <= ${now} and sandboxes.lease_end - h::int * interval '1 hour' > sandboxes.lease_start)`
const reminderKey = (hours: RawBuilder<number>) =>
  sql<string>`'reminder:' || ${hours} || ':' || to_char(sandboxes.lease_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type LeaseContext = ServiceContext & { now: () => Date }

export function remindExpiringSandboxes({ db, jobs, now }: LeaseContext): Promise<void> {
  return inBatches(() => inTransaction(db, (tx) => remindBatch({ db: tx, jobs }, now())))
}

/**
 * Starts the deletion of sandboxes whose lease has ended, and their removal after the grace period. Each starts once, even after days of downtime.
 * Several replicas can call it at the same time.
 */
export async function expireSandboxes({ db, jobs, now }: LeaseContext): Promise<void> {
  const problems: unknown[] = []
  for (const task of [expireBatch, removeBatch])
    await inBatches(() => inTransaction(db, (tx) => task({ db: tx, jobs }, now()))).catch((error: unknown) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, 'Couldn’t process the end of some sandboxes.')
}

async function inBatches(task: () => Promise<number>): Promise<void> {
  for (let round = 0; round < maxBatches; round++) if ((await task()) < batchSize) return
}

async function remindBatch({ db }: ServiceContext, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('sandboxes')
    .select(['id', 'lease_end', nearest(now).as('hours'), reminderKey(nearest(now)).as('key')])
    .where(isActiveOrFrozen)
    .where('lease_end', '>', now)
    // No template reminds earlier than a month before the end.
    .where('lease_end', '<=', inHours(now, 720))
    .where(
      sql<boolean>`not exists (select from sandbox_events e where e.sandbox_id = sandboxes.id and e.key = ${reminderKey(nearest(now))})`,
    )
    .where(sql<boolean>`${nearest(now)} is not null`)
    .orderBy('lease_end')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, hours, key } of rows) {
    const sandbox = await lockSandbox(db, id)
    const remainingText = `within ${formatHours(hours)}`
    const frozenNote = sandbox.status === 'frozen' ? ' The sandbox is frozen, and the lease continues.' : ''
    await recordEvent(db, { sandboxId: id, kind: 'reminded', text: `Owners were reminded that the lease ends ${remainingText}.`, key, now })
    const body = `Request an extension now, or save what you need.${frozenNote}`
    const message = { kind: 'ends' as const, title: `The lease of ${sandbox.name} ends ${remainingText}`, body, members: false }
    await notifySandboxPeople(db, sandbox, message, { by: null, key })
    await publishChange(db, { kind: 'sandbox', id })
  }
  return rows.length
}

async function expireBatch(context: ServiceContext, now: Date): Promise<number> {
  const dueRows = await context.db
    .selectFrom('sandboxes')
    .select('id')
    .where(isActiveOrFrozen)
    .where('lease_end', '<=', now)
    .where((expression) => expression.not(hasOpenAction))
    .orderBy('lease_end')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of dueRows) await startDeletion(context, { sandboxId: id, cause: 'expired', by: null, now })
  return dueRows.length
}

async function removeBatch(context: ServiceContext, now: Date): Promise<number> {
  const dueRows = await context.db
    .selectFrom('sandboxes')
    .select('id')
    .where('status', '=', 'deleting')
    .where('removing_at', 'is', null)
    .where('delete_at', '<=', now)
    .where((expression) => expression.not(hasOpenAction))
    .orderBy('delete_at')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of dueRows) await startSandboxRemoval(context, { sandboxId: id, by: null, now })
  return dueRows.length
}
