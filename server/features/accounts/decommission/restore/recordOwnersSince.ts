import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordNewOwners } from '../../updates/recordNewOwners.ts'

/** Owners can change during a decommission, but external systems are updated only when the account is in use again. */
export async function recordOwnersSince(
  context: { db: Db; jobs: Jobs; input: UpdateInput; now: Date },
  endKind: 'undone' | 'restored',
): Promise<void> {
  const { accountId, updateId, reference } = context.input
  const before = await ownerIdsBefore(context.db, updateId)
  if (!before) return
  const { ended_by } = await context.db
    .selectFrom('account_decommissions')
    .select('ended_by')
    .where('update_id', '=', updateId)
    .executeTakeFirstOrThrow()
  const reason = `The owners changed after ${reference} started the decommission. ${endKind === 'undone' ? 'Its undo' : 'The restore'} updates the external systems.`
  await recordNewOwners(context, { accountId, before, byId: ended_by!, reason })
}

async function ownerIdsBefore(db: Db, updateId: string): Promise<string[] | undefined> {
  const decommissionRow = await db
    .selectFrom('work_steps as s')
    .innerJoin('work_runs as w', 'w.id', 's.run_id')
    .select('s.output')
    .where('w.subject_id', '=', updateId)
    .where('w.kind', '=', 'decommissionAccount')
    .where('s.name', '=', 'startDecommission')
    .executeTakeFirst()
  return decommissionRow?.output?.['ownerIds'] as string[] | undefined
}
