import { operation } from '../../../http/operation.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { updateSubject } from '../updates/facts.ts'
import { endRun, lockDecommission, runInput } from './lockDecommission.ts'
import { loadDecommission } from './queries.ts'
import { reverseDecommission } from './restore/reverseDecommission.ts'
import { AccountUpdateParams, Decommission } from './schemas.ts'

export const undoDecommission = operation({
  id: 'undoDecommission',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/undo',
  tag: 'account-updates',
  summary: 'Undo a decommission in its grace period',
  description: 'Restores all access. Returns immediately; the account is active when the run completes.',
  access: 'owner',
  params: AccountUpdateParams,
  responses: { 202: Decommission },
  errors: ['notFound', 'wrongState'],
  async handler(call) {
    const { account, decommission, subject } = await lockDecommission(call, 'undo')
    const { db, actor, jobs, params, now, audit, changed } = call
    await db
      .updateTable('account_decommissions')
      .set({ phase: 'undoing', ended_at: now(), ended_by: actor.id })
      .where('update_id', '=', params.updateId)
      .execute()
    await endRun(db, params.updateId, actor, now())
    await startRun(
      { db, jobs },
      reverseDecommission,
      { kind: updateSubject, id: params.updateId },
      { ...(await runInput(db, params.updateId)) },
    )
    audit({ subject, before: { phase: decommission.phase }, after: { phase: 'undoing' } })
    await changed('account', account.id)
    await changed(updateSubject, params.updateId)
    return loadDecommission(db, actor, account.id, now())
  },
})
