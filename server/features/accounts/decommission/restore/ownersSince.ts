import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { recordNewOwners } from '../../updates/recordNewOwners.ts'

/** Owners can change during a decommission, when nothing outside is updated. This reports the change when the account is in use again. */
export async function recordOwnersSince(
  context: { db: Db; jobs: Jobs; input: UpdateInput; now: Date },
  how: 'undone' | 'restored',
): Promise<void> {
  const { accountId, updateId, reference } = context.input
  const before = await ownerIdsBefore(context.db, updateId)
  if (!before) return
  const { ended_by } = await context.db
    .selectFrom('account_decommissions')
    .select('ended_by')
    .where('update_id', '=', updateId)
    .executeTakeFirstOrThrow()
  const because = `The owners changed after ${reference} started the decommission. It is ${how}, so systems outside Slipway are updated too.`
  await recordNewOwners(context, { accountId, before, byId: ended_by!, because })
}

async function ownerIdsBefore(db: Db, updateId: string): Promise<string[] | undefined> {
  const started = await db
    .selectFrom('work_steps as s')
    .innerJoin('work_runs as w', 'w.id', 's.run_id')
    .select('s.output')
    .where('w.subject_id', '=', updateId)
    .where('w.kind', '=', 'decommissionAccount')
    .where('s.name', '=', 'begin')
    .executeTakeFirst()
  return started?.output?.['ownerIds'] as string[] | undefined
}
