import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { updateSubject } from '../updates/facts.ts'
import { endRun, lockDecommission, runInput } from './lockDecommission.ts'
import { phaseVerdict } from './policy.ts'
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
  async handler({ db, actor, jobs, params, now, allow, audit, changed }) {
    const { account, decommission } = await lockDecommission(db, actor, params.id, params.updateId)
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(canDoInAccount(actor, 'decommission', account))
    requireState(phaseVerdict('undo', { phase: decommission.phase, restorableUntil: decommission.restorable_until }, now()))
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
