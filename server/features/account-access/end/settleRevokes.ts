import type { Db } from '../../../db/database.ts'
import { announce } from '../../../jobs/changes.ts'
import { notifyEach } from '../../notifications/notify.ts'
import type { Revoke } from './revokes.ts'

interface Settled {
  as: 'expired' | 'revoked'
  /** Whoever ended them, where a person did. */
  by: { id: string; displayName: string } | null
  now: Date
}

/** Writes down that these have ended, now that the directory has confirmed it, and tells whose they were: each once, however often this runs. */
export async function settleRevokes(db: Db, revokes: Revoke[], { as, by, now }: Settled): Promise<void> {
  if (revokes.length === 0) return
  const ids = revokes.map(({ assignmentId }) => assignmentId)
  const rows = await db
    .updateTable('group_assignments')
    .set({ status: as, updated_at: now })
    // In one order, so that two who settle the same ones never wait for each other.
    .where('id', 'in', (eb) => eb.selectFrom('group_assignments').select('id').where('id', 'in', ids).orderBy('id').forUpdate())
    .where('status', '=', 'revoking')
    .returning('id')
    .execute()
  const ended = revokes.filter(({ assignmentId }) => rows.some(({ id }) => id === assignmentId))
  await notifyEach(
    db,
    ended
      // Whoever ended their own knows.
      .filter(({ personId }) => personId !== by?.id)
      .map(({ assignmentId, personId, accountId, groupName, accountName }) => ({
        personId,
        kind: 'accessEnded',
        subjectKind: 'accountAccess',
        subjectId: accountId,
        title: as === 'expired' ? `Your time in ${groupName} is over` : `You are no longer in ${groupName}`,
        body: `${accountName}: ${by ? `${by.displayName} ended it; ` : ''}ask again if you still need it.`,
        key: `ended:${assignmentId}`,
      })),
  )
  for (const id of new Set(ended.map(({ accountId }) => accountId))) await announce(db, { kind: 'account', id })
  // Lists of assignments go by the kind alone.
  if (ended[0]) await announce(db, { kind: 'groupAssignment', id: ended[0].assignmentId })
}
