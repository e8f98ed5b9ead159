import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { lockSandbox } from '../sandboxes/queries.ts'

/**
 * Reopens a failed run after a person retried or skipped its step, and reverts the sandbox’s status after the failure.
 * @throws wrongState
 */
export async function reopenAction(db: Db, actionId: string, personId: string, now: Date): Promise<void> {
  const action = await db.selectFrom('sandbox_actions').selectAll().where('id', '=', actionId).executeTakeFirstOrThrow()
  const sandbox = await lockSandbox(db, action.sandbox_id)
  const newerAction = await db
    .selectFrom('sandbox_actions')
    .select('id')
    .where('sandbox_id', '=', sandbox.id)
    .where('id', '<>', actionId)
    .where((expression) => expression.or([expression('created_at', '>', action.created_at), expression('status', '=', 'open')]))
    .limit(1)
    .executeTakeFirst()
  if (newerAction || sandbox.status === 'deleted')
    throw new Failure('wrongState', 'A newer run of this sandbox has started, so this one stops.')
  await db.updateTable('sandbox_actions').set({ status: 'open', ended_at: null }).where('id', '=', actionId).execute()
  const previousStatuses = { failed: 'provisioning', quarantined: 'deleting' } as const
  if (sandbox.status === 'failed' || sandbox.status === 'quarantined')
    await updateRow(db, 'sandboxes', sandbox.id, { status: previousStatuses[sandbox.status], ...nextVersion(now) })
  await recordEvent(db, {
    sandboxId: sandbox.id,
    kind: 'retriggered',
    text: 'An administrator resumed the run.',
    personId,
    key: `retriggered:${actionId}:${now.toISOString()}`,
    now,
  })
  await publishChange(db, { kind: 'sandbox', id: sandbox.id })
}
