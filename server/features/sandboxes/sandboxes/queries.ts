import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { sortByIds } from '../../../http/list.ts'
import type { SandboxFacts } from './policy.ts'
import { factsOfRow, presentFullSandbox, presentSummary } from './presentSandbox.ts'
import { type QueueEntry, queuePositions } from './queue.ts'
import { isMemberOf, selectFor, visibleTo } from './sandboxRows.ts'
import type { Sandbox, SandboxSummary } from './schemas.ts'

const noSuchSandbox = 'This sandbox doesn’t exist.'

async function queuePositionsOf(db: Db, rows: { status: SandboxStatus }[], now: Date): Promise<Map<string, QueueEntry>> {
  return rows.some((row) => row.status === 'queued') ? queuePositions(db, now) : new Map()
}

/** Reads sandboxes in the order of the IDs, and leaves out sandboxes that the actor can’t see. */
export async function loadSandboxes(db: Db, actor: Person, ids: string[], now: Date): Promise<SandboxSummary[]> {
  if (ids.length === 0) return []
  const rows = await selectFor(db, actor, now).where('sandboxes.id', 'in', ids).where(visibleTo(actor)).execute()
  const positions = await queuePositionsOf(db, rows, now)
  return sortByIds(ids, rows).map((row) => presentSummary(actor, row, now, positions.get(row.id)))
}

/** @throws notFound, including for a sandbox that the actor can’t see */
export async function loadSandbox(db: Db, actor: Person, id: string, now: Date): Promise<Sandbox> {
  const row = await selectFor(db, actor, now).where('sandboxes.id', '=', id).where(visibleTo(actor)).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  const positions = await queuePositionsOf(db, [row], now)
  return presentFullSandbox(db, actor, row, now, positions.get(row.id))
}

/** @throws notFound, including for a sandbox that the actor can’t see */
export async function loadVisibleSandbox(db: Db, actor: Person, id: string, now: Date) {
  const row = await selectFor(db, actor, now).where('sandboxes.id', '=', id).where(visibleTo(actor)).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  return { id: row.id, row, facts: factsOfRow(row, row.extension !== null, now) }
}

/** Locks the row until the transaction ends, and reads the owners in order. @throws notFound */
export async function lockSandbox(db: Db, id: string) {
  const row = await db.selectFrom('sandboxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchSandbox)
  const owners = await db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', id).orderBy('position').execute()
  return { ...row, ownerIds: owners.map((owner) => owner.person_id) }
}
export type LockedSandbox = Awaited<ReturnType<typeof lockSandbox>>

export async function sandboxFacts(db: Db, actor: Person, sandbox: LockedSandbox, now: Date): Promise<SandboxFacts> {
  const relatedFacts = await db
    .selectFrom('sandboxes')
    .select([
      isMemberOf(actor.id).as('member'),
      sql<boolean>`exists (select from sandbox_requests r
        where r.sandbox_id = sandboxes.id and r.kind = 'extension' and r.status in ('pending_approval', 'changes_requested'))`.as(
        'extends',
      ),
    ])
    .where('id', '=', sandbox.id)
    .executeTakeFirstOrThrow()
  const owners = sandbox.ownerIds.map((id) => ({ id }))
  return factsOfRow({ ...sandbox, owners, member: relatedFacts.member }, relatedFacts.extends, now)
}
