import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { GrantStatus } from '../../../db/tables.ts'
import { announce } from '../../../jobs/changes.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { startRun } from '../../../jobs/startRun.ts'
import { homeOf } from '../home.ts'
import { type RevokeInput, revokeAccess } from './revokeAccess.ts'
import { readRevokes } from './revokes.ts'
import { mostTogether, revokeTogether, type TogetherInput } from './revokeTogether.ts'

const live: GrantStatus[] = ['scheduled', 'granting', 'active']

/** Marks what is live as on the way out; what had not begun has ended with that. */
export function markRevoking(db: Db, which: RawBuilder<boolean>, now: Date): Promise<{ id: string; status: GrantStatus }[]> {
  return db
    .updateTable('group_assignments')
    .set({ status: sql<GrantStatus>`case when status = 'scheduled' then 'revoked' else 'revoking' end`, updated_at: now })
    .where('status', 'in', live)
    .where(which)
    .returning(['id', 'status'])
    .execute()
}

interface Ending {
  assignmentIds: string[]
  as: RevokeInput['as']
  now: Date
  /** Whoever ends them, where a person does. */
  by?: { id: string; displayName: string }
}

/**
 * Begins to end assignments in the caller's transaction: the one place where anybody's time in a group ends. What has ended or is
 * ending stays as it is. @returns those that this call ended
 */
export async function startRevoke({ db, jobs }: { db: Db; jobs: Jobs }, { assignmentIds, as, now, by }: Ending): Promise<string[]> {
  if (assignmentIds.length === 0) return []
  const ids = sql<boolean>`id = any (${assignmentIds}::uuid[])`
  // In one order, so that two who end the same ones never wait for each other.
  await db.selectFrom('group_assignments').select('id').where(ids).orderBy('id').forUpdate().execute()
  const marked = await markRevoking(db, ids, now)
  if (marked.length === 0) return []
  const revokes = await readRevokes(
    db,
    marked.map(({ id }) => id),
  )
  if (by) {
    for (const revoke of revokes) {
      const input: RevokeInput = { ...revoke, as, by }
      await startRun({ db, jobs }, revokeAccess, { kind: 'groupAssignment', id: revoke.assignmentId }, { ...input })
    }
  } else
    for (let from = 0; from < revokes.length; from += mostTogether) {
      const input: TogetherInput = { assignmentIds: revokes.slice(from, from + mostTogether).map(({ assignmentId }) => assignmentId), as }
      await startRun({ db, jobs }, revokeTogether(jobs), { kind: 'groupAssignment', id: input.assignmentIds[0]! }, { ...input })
    }
  const homes = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .select(['g.account_id', 'g.sandbox_id'])
    .distinct()
    .where(sql<boolean>`m.id = any (${marked.map(({ id }) => id)}::uuid[])`)
    .execute()
  for (const home of homes) await announce(db, homeOf(home))
  return marked.map(({ id }) => id)
}

/**
 * Takes a person out of a group whatever justifies it: every live grant ends. A membership that nobody recorded is written down
 * as adopted first, so that its end is on record like any other. @returns the assignments that end by this call
 */
export async function revokeMembership(
  { db, jobs }: { db: Db; jobs: Jobs },
  { groupId, personId, now, by }: { groupId: string; personId: string; now: Date; by?: Ending['by'] },
): Promise<string[]> {
  await db.selectFrom('access_groups').select('id').where('id', '=', groupId).forUpdate().execute()
  const grants = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .where('status', 'in', [...live, 'revoking'])
    .execute()
  const ids = grants.map(({ id }) => id)
  if (ids.length === 0) {
    const id = randomUUIDv7()
    await db
      .insertInto('group_assignments')
      .values({
        id,
        group_id: groupId,
        person_id: personId,
        via: 'adopted',
        status: 'active',
        starts_at: now,
        ends_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    ids.push(id)
  }
  return startRevoke({ db, jobs }, { assignmentIds: ids, as: 'revoked', now, ...(by ? { by } : {}) })
}
