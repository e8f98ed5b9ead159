import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { people } from './halt.ts'

/**
 * Updates the status of the rollout once every wave is done. The status is `built` while stores are ready or failed, and `completed` if no
 * such store is left.
 */
export async function reconcileRollout(db: Db, rolloutId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ left: number; ready: number; failed: number }>`select
      (count(*) filter (where status in ('planned', 'queued', 'building')))::int as left,
      (count(*) filter (where status = 'ready'))::int as ready, (count(*) filter (where status = 'failed'))::int as failed
    from edge_rollout_stores where rollout_id = ${rolloutId}`.execute(db)
  const { left, ready, failed } = rows[0]!
  if (left > 0) return
  const status = ready + failed > 0 ? 'built' : 'completed'
  const rollout = await db
    .updateTable('edge_rollouts')
    .set({
      status,
      halt_reason: null,
      halted_at: null,
      halted_by: null,
      ended_at: status === 'completed' ? now : null,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', rolloutId)
    // A rollout halted by failures stays halted until an administrator retries or skips the failed stores.
    .where('status', 'in', failed > 0 ? ['running', 'built'] : ['running', 'halted', 'built'])
    .where('status', '<>', status)
    .returning(['name', 'reference', 'created_by', 'version'])
    .executeTakeFirst()
  if (!rollout) return
  await recordSystemEvent(db, {
    action: 'edgeRolloutReconciled',
    subject: { kind: 'edgeRollout', id: rolloutId },
    after: { status, ready, failed },
    reason: status === 'built' ? 'Every wave has finished. Some stores aren’t complete yet.' : 'Every store is complete or skipped.',
  })
  await notify(db, await people(db, rolloutId, rollout.created_by), {
    kind: 'edgeRollout',
    subjectKind: 'edgeRollout',
    subjectId: rolloutId,
    title: `Rollout ${rollout.name} ${status}`,
    body:
      status === 'built'
        ? `${rollout.reference}: every wave has finished. Built stores are waiting until the deployment automation reports them as complete.`
        : `${rollout.reference}: every store is complete or skipped.`,
    key: `edge:${rolloutId}:${status}:${rollout.version}`,
  })
}
