import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import type { UpdateInput } from '../updates/apply/input.ts'
import { type DecommissionAction, phaseVerdict } from './policy.ts'

interface DecommissionCall extends Pick<Call<unknown, unknown, unknown>, 'db' | 'actor' | 'now' | 'allow' | 'audit'> {
  params: { id: string; updateId?: string }
}

/**
 * Locks the account and its decommission until the transaction ends, for an action that the actor can take in this phase.
 * @throws notFound
 */
export async function lockDecommission({ db, actor, params, now, allow, audit }: DecommissionCall, action: DecommissionAction) {
  const { id: accountId, updateId } = params
  const account = await lockAccount(db, actor, accountId)
  const decommission = await db
    .selectFrom('account_decommissions')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(updateId !== undefined, (query) => query.where('update_id', '=', updateId!))
    .orderBy('started_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!decommission) throw new Failure('notFound', 'This account isn’t being decommissioned.')
  const subject = { kind: 'account', id: account.id }
  audit({ subject })
  allow(canDoInAccount(actor, 'decommission', account))
  requireState(phaseVerdict(action, { phase: decommission.phase, restorableUntil: decommission.restorable_until }, now()))
  return { account, decommission, subject }
}

export async function runInput(db: Db, updateId: string): Promise<UpdateInput> {
  const update = await db.selectFrom('account_updates').selectAll().where('id', '=', updateId).executeTakeFirstOrThrow()
  const { id, account_id, reference, kind, requester_id, change } = update
  return { updateId: id, accountId: account_id, reference, kind, requesterId: requester_id, change }
}

/** The new epoch stops the worker of the run at its next write. */
export async function endRun(db: Db, updateId: string, endedBy: Person, now: Date): Promise<void> {
  const run = await db
    .updateTable('work_runs')
    .set({ status: 'succeeded', epoch: sql`epoch + 1`, ended_at: now, updated_at: now })
    .where('kind', '=', 'decommissionAccount')
    .where('subject_id', '=', updateId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('work_steps')
    .set({
      status: 'skipped',
      skipped_by: endedBy.id,
      skip_reason: 'Undone',
      ended_at: now,
      next_attempt_at: null,
      note: null,
      error: null,
    })
    .where('run_id', '=', run.id)
    .where('status', '<>', 'succeeded')
    .execute()
}
