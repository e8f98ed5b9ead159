import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { WaveFacts } from './input.ts'

interface Halt {
  rolloutId: string
  reason: string
  /** The person who halted the rollout; null if the failure limit did. */
  by: string | null
  now: Date
}

/**
 * Halts a running rollout in the caller's transaction, and notifies its creator and the account owners.
 * @returns false if the rollout wasn't running
 */
export async function haltRollout(db: Db, { rolloutId, reason, by, now }: Halt): Promise<boolean> {
  const rollout = await db
    .updateTable('edge_rollouts')
    .set({ status: 'halted', halt_reason: reason, halted_at: now, halted_by: by, version: sql`version + 1`, updated_at: now })
    .where('id', '=', rolloutId)
    .where('status', '=', 'running')
    .returning(['reference', 'name', 'created_by', 'version'])
    .executeTakeFirst()
  if (!rollout) return false
  if (by === null)
    await recordSystemEvent(db, {
      action: 'edgeRolloutHalted',
      subject: { kind: 'edgeRollout', id: rolloutId },
      before: { status: 'running' },
      after: { status: 'halted' },
      reason,
    })
  await publishChange(db, { kind: 'edgeRollout', id: rolloutId })
  await notify(
    db,
    (await people(db, rolloutId, rollout.created_by)).filter((id) => id !== by),
    {
      kind: 'edgeHalted',
      subjectKind: 'edgeRollout',
      subjectId: rolloutId,
      title: `Rollout ${rollout.name} halted`,
      body: `${rollout.reference}: ${reason} Stores in progress will finish. No new stores start until an administrator resumes the rollout.`,
      key: `edge:${rolloutId}:halted:${rollout.version}`,
    },
  )
  return true
}

export async function people(db: Db, rolloutId: string, createdBy: string): Promise<string[]> {
  const owners = await db.selectFrom('edge_rollout_owners').select('person_id').where('rollout_id', '=', rolloutId).execute()
  return [...new Set([createdBy, ...owners.map(({ person_id }) => person_id)])]
}

export const describeFailures = (failed: number, wave: number): string =>
  `${failed === 1 ? '1 store' : `${failed} stores`} of wave ${wave} failed`

export async function haltFor(db: Db, wave: WaveFacts, now: Date): Promise<void> {
  const { rows } = await sql<{
    failed: number
    reason: string
  }>`select count(*)::int as failed, mode() within group (order by reason) as reason
    from edge_rollout_stores where wave_id = ${wave.id} and status = 'failed'`.execute(db)
  const { failed, reason } = rows[0]!
  if (failed < wave.limit) return
  const summary = `${describeFailures(failed, wave.number)}${failed > 1 ? '. Most common reason' : ''}: ${reason}`
  await haltRollout(db, { rolloutId: wave.rolloutId, reason: summary, by: null, now })
}
