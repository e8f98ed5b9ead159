import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { updateSubject } from '../updates/facts.ts'
import { lockDecommission } from './lockDecommission.ts'
import { loadDecommission } from './queries.ts'
import { AccountUpdateParams, Decommission } from './schemas.ts'

export const skipGracePeriod = operation({
  id: 'skipGracePeriod',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/goOn',
  tag: 'account-updates',
  summary: 'End the grace period of a decommission and delete the resources now',
  access: 'owner',
  params: AccountUpdateParams,
  responses: { 202: Decommission },
  errors: ['notFound', 'wrongState'],
  async handler(call) {
    const { account, decommission, subject } = await lockDecommission(call, 'skipGracePeriod')
    const { db, actor, jobs, params, now, audit, changed } = call
    const run = await db
      .selectFrom('work_runs')
      .select('id')
      .where('kind', '=', 'decommissionAccount')
      .where('subject_id', '=', params.updateId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const gracePeriod = await db
      .selectFrom('work_steps')
      .select('status')
      .where('run_id', '=', run.id)
      .where('name', '=', 'waitForGracePeriod')
      .executeTakeFirstOrThrow()
    // The worker has read the old end of the grace period and would wait until then.
    if (gracePeriod.status === 'running') throw new Failure('wrongState', 'A run is checking this account. Try again in a minute.')
    await db.updateTable('account_decommissions').set({ grace_ends_at: now() }).where('update_id', '=', params.updateId).execute()
    if (gracePeriod.status === 'waiting') {
      await db.updateTable('work_runs').set({ status: 'queued', updated_at: now() }).where('id', '=', run.id).execute()
      await db
        .updateTable('work_steps')
        .set({ next_attempt_at: null })
        .where('run_id', '=', run.id)
        .where('name', '=', 'waitForGracePeriod')
        .execute()
      await jobs.send(db, 'work', { runId: run.id })
    }
    audit({ subject, before: { graceEndsAt: decommission.grace_ends_at.toISOString() }, after: { graceEndsAt: now().toISOString() } })
    await changed('account', account.id)
    await changed(updateSubject, params.updateId)
    return loadDecommission(db, actor, account.id, now())
  },
})
