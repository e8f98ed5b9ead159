import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../../db/database.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { inHours, toText } from '../sandboxes/lease.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { notifyAbout } from './notify.ts'
import { startDeletion, startSandboxRemoval } from './transitions.ts'

interface World {
  db: Db
  jobs: Jobs
}

const batchSize = 50
/** A call processes at most this many batches; the rest follows a minute later. */
const maxBatches = 40

/** A sandbox with an open run waits for its end before it changes. */
const atWork = sql<boolean>`exists (select from sandbox_actions w where w.sandbox_id = sandboxes.id and w.status = 'open')`
const living = sql<boolean>`sandboxes.status in ('active', 'frozen')`

/** The due reminder that is nearest to the end, in hours before it. */
const nearest = (now: Date) => sql<number>`(select min(h::int) from jsonb_array_elements_text(sandboxes.terms->'reminderHours') h
  where sandboxes.lease_end - h::int * interval '1 hour' <= ${now} and sandboxes.lease_end - h::int * interval '1 hour' > sandboxes.lease_start)`
const reminderKey = (hours: RawBuilder<number>) =>
  sql<string>`'reminder:' || ${hours} || ':' || to_char(sandboxes.lease_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Clocked = World & { now: () => Date }

/** Reminds owners of sandboxes that end soon, once per reminder of the template. Several replicas can call it at the same time. */
export function remindExpiringSandboxes({ db, jobs, now }: Clocked): Promise<void> {
  return inPasses(() => inTransaction(db, (tx) => remindSome({ db: tx, jobs }, now())))
}

/**
 * Starts to delete sandboxes whose lease has ended, and to remove them after the grace period, each once, even after days of downtime.
 * Several replicas can call it at the same time.
 */
export async function expireSandboxes({ db, jobs, now }: Clocked): Promise<void> {
  const problems: unknown[] = []
  for (const part of [expireSome, removeSome])
    await inPasses(() => inTransaction(db, (tx) => part({ db: tx, jobs }, now()))).catch((error: unknown) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, 'Couldn’t end or delete some sandboxes.')
}

async function inPasses(part: () => Promise<number>): Promise<void> {
  for (let round = 0; round < maxBatches; round++) if ((await part()) < batchSize) return
}

async function remindSome({ db }: World, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('sandboxes')
    .select(['id', 'lease_end', nearest(now).as('hours'), reminderKey(nearest(now)).as('key')])
    .where(living)
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
    const left = `within ${toText(hours)}`
    const still = sandbox.status === 'frozen' ? ' The sandbox is frozen, and the lease continues.' : ''
    await recordEvent(db, { sandboxId: id, kind: 'reminded', text: `Owners were reminded of the end ${left}.`, key, now })
    const body = `Request an extension now, or save what you need.${still}`
    const message = { kind: 'ends' as const, title: `The lease of ${sandbox.name} ends ${left}`, body, members: false }
    await notifyAbout(db, sandbox, message, { by: null, key })
    await announce(db, { kind: 'sandbox', id })
  }
  return rows.length
}

async function expireSome(world: World, now: Date): Promise<number> {
  const due = await world.db
    .selectFrom('sandboxes')
    .select('id')
    .where(living)
    .where('lease_end', '<=', now)
    .where((where) => where.not(atWork))
    .orderBy('lease_end')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of due) await startDeletion(world, { sandboxId: id, because: 'expired', by: null, now })
  return due.length
}

async function removeSome(world: World, now: Date): Promise<number> {
  const due = await world.db
    .selectFrom('sandboxes')
    .select('id')
    .where('status', '=', 'deleting')
    .where('removing_at', 'is', null)
    .where('delete_at', '<=', now)
    .where((where) => where.not(atWork))
    .orderBy('delete_at')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of due) await startSandboxRemoval(world, { sandboxId: id, by: null, now })
  return due.length
}
