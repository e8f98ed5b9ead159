import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { announceChange, notifyEnded, notifyStarted } from './notify.ts'
import { loadDelegations } from './queries.ts'
import type { Delegation } from './schemas.ts'

const batchSize = 200

/**
 * Ends delegations that are over or impossible, and starts delegations that are due. The lock blocks other writes until the transaction
 * ends, because the rules compare delegations with each other. There are few delegations, so the lock is held only briefly.
 */
export async function reconcileDelegations(db: Db, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('slipway delegations', 0))`.execute(db)
  await endBatch(db, now)
  await startBatch(db, now)
}

/**
 * All delegations stay locked until the transaction ends.
 * @throws notFound
 */
export async function lockDelegation(db: Db, actor: Person, id: string, now: Date): Promise<Delegation> {
  await reconcileDelegations(db, now)
  const [delegation] = await loadDelegations(db, actor, sql<boolean>`d.id = ${id}`)
  if (!delegation) throw new Failure('notFound', 'This delegation doesn’t exist.')
  return delegation
}

/** The employee number in the directory might later show that two user accounts belong to one person. */
const linkedUserOf = sql<boolean>`identity_key(p) = identity_key(s)`

function selectDueDelegations(db: Db) {
  return db
    .selectFrom('delegations as d')
    .innerJoin('people as p', 'p.id', 'd.person_id')
    .innerJoin('people as s', 's.id', 'd.delegate_id')
    .select(['d.id', 'd.starts_at', 'd.ends_at', 'd.person_id', 'd.delegate_id', 'p.active', 's.active as delegate_active'])
    .select(['p.display_name as name', 's.display_name as delegate_name', linkedUserOf.as('same_identity')])
    .orderBy('d.starts_at')
    .limit(batchSize)
}
type Row = Awaited<ReturnType<ReturnType<typeof selectDueDelegations>['executeTakeFirstOrThrow']>>

const syncedOf = (row: Row) => ({
  id: row.id,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  person: { id: row.person_id, displayName: row.name },
  delegate: { id: row.delegate_id, displayName: row.delegate_name },
})

async function endBatch(db: Db, now: Date): Promise<void> {
  const endedDelegations = await selectDueDelegations(db)
    .where('d.status', '<>', 'ended')
    .where((expression) =>
      expression.or([
        expression('d.ends_at', '<=', now),
        expression('p.active', '=', false),
        expression('s.active', '=', false),
        linkedUserOf,
      ]),
    )
    .execute()
  for (const row of endedDelegations) {
    const { reason, advice: delegateAdvice = '' } = endingOf(row)
    await db.updateTable('delegations').set({ status: 'ended', updated_at: now }).where('id', '=', row.id).execute()
    await recordSystemEvent(db, {
      action: 'delegationEnded',
      subject: { kind: 'delegation', id: row.id },
      after: { status: 'ended', personId: row.person_id, delegateId: row.delegate_id },
      reason,
    })
    await notifyEnded(db, syncedOf(row), `${reason}${delegateAdvice}`)
    await announceChange(db, syncedOf(row))
  }
}

function endingOf(row: Row): { reason: string; advice?: string } {
  const delegateAdvice = ' If you are still away, choose another delegate under Absence.'
  if (!row.active) return { reason: `${row.name} has left.` }
  if (!row.delegate_active) return { reason: `${row.delegate_name} was disabled in the directory.`, advice: delegateAdvice }
  if (row.same_identity)
    return {
      reason: `The directory shows that ${row.name} and ${row.delegate_name} are user accounts of the same person.`,
      advice: delegateAdvice,
    }
  return { reason: 'The end date was reached.' }
}

async function startBatch(db: Db, now: Date): Promise<void> {
  const startingDelegations = await selectDueDelegations(db).where('d.status', '=', 'scheduled').where('d.starts_at', '<=', now).execute()
  for (const row of startingDelegations) {
    await db.updateTable('delegations').set({ status: 'live', updated_at: now }).where('id', '=', row.id).execute()
    await recordSystemEvent(db, {
      action: 'delegationStarted',
      subject: { kind: 'delegation', id: row.id },
      before: { status: 'scheduled' },
      after: { status: 'live', personId: row.person_id, delegateId: row.delegate_id },
      reason: 'Scheduled start.',
    })
    await notifyStarted(db, syncedOf(row))
    await announceChange(db, syncedOf(row))
  }
}
