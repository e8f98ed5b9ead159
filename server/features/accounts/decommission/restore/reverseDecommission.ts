import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { affectedPersonIds } from '../../accounts/ownerIds.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOwnersSince } from './recordOwnersSince.ts'
import { regrantAccess } from './regrantAccess.ts'

/** A worker might still be removing access, so nothing is restored before the worker's run has ended. */
const waitForWorker: Step<UpdateInput> = {
  name: 'stopCompute',
  title: 'Stop the decommission',
  async run({ db, input }) {
    const activeRun = await sql<{ held: boolean }>`
      select exists (
        select from pg_locks l join work_runs w on w.subject_id = ${input.updateId} and w.kind = 'decommissionAccount'
        where l.locktype = 'advisory' and l.granted and l.objsubid = 1
          and l.database = (select oid from pg_database where datname = current_database())
          and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(w.id::text, 1)) as held`.execute(db)
    return activeRun.rows[0]?.held ? new Wait('Waiting for the current step to complete.') : {}
  },
}

export const reverseDecommission: Workflow<UpdateInput> = {
  kind: 'reverseDecommission',
  steps: [waitForWorker, regrantAccess],
  async succeeded({ db, jobs, input, now }) {
    const { accountId, updateId, reference, requesterId } = input
    const account = await db
      .updateTable('accounts')
      .set({ status: 'active', version: sql`version + 1`, updated_at: now })
      .where('id', '=', accountId)
      .returning('name')
      .executeTakeFirstOrThrow()
    await db.updateTable('account_decommissions').set({ phase: 'undone' }).where('update_id', '=', updateId).execute()
    await recordSystemEvent(db, {
      action: 'accountDecommissionUndone',
      subject: { kind: 'account', id: accountId },
      before: { status: 'decommissioning' },
      after: { status: 'active', updateId },
      reason: `${reference} was undone. All access was restored.`,
    })
    await recordOwnersSince({ db, jobs, input, now }, 'undone')
    await jobs.send(db, 'checkHealth', { accountId })
    await notify(db, await affectedPersonIds(db, accountId, requesterId), {
      kind: 'undone',
      subjectKind: 'account',
      subjectId: accountId,
      title: `${account.name}: decommission undone`,
      body: `${reference} was undone. All access was restored.`,
      key: `undone:${updateId}`,
    })
    await publishChange(db, { kind: 'account', id: accountId })
  },
  failed: (context) => notifyFailed(context, 'Undoing'),
}

export async function notifyFailed(
  { db, input, now, step, message }: Parameters<Workflow<UpdateInput>['failed']>[0],
  description: string,
): Promise<void> {
  await notify(db, await affectedPersonIds(db, input.accountId, input.requesterId), {
    kind: 'workStuck',
    subjectKind: 'account',
    subjectId: input.accountId,
    title: `${description} ${input.reference} failed`,
    body: `“${step}”: ${message} An administrator can retry the step. You don’t need to start it again.`,
    key: `stuck:${input.updateId}:${now.toISOString()}`,
  })
  await publishChange(db, { kind: 'account', id: input.accountId })
}
