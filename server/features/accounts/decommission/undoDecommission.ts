import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { whoMay } from '../accounts/policy.ts'
import { updateSubject } from '../updates/facts.ts'
import { undoRetirement } from './bringBack/undoRetirement.ts'
import { endRun, lockRetirement, runInput } from './lockRetirement.ts'
import { phaseAllows } from './policy.ts'
import { readRetirement } from './queries.ts'
import { Retirement, UpdateOfAccount } from './schemas.ts'

export const undoDecommission = operation({
  id: 'undoDecommission',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/undo',
  tag: 'account-updates',
  summary: 'Undo a decommission in its grace period',
  description: 'Restores all access. Returns immediately; the account is active when the run completes.',
  access: 'owner',
  params: UpdateOfAccount,
  answers: { 202: Retirement },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, jobs, params, now, allow, audit, changed }) {
    const { account, retirement } = await lockRetirement(db, actor, params.id, params.updateId)
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(whoMay(actor, 'decommission', account))
    requireState(phaseAllows('undo', { phase: retirement.phase, restorableUntil: retirement.restorable_until }, now()))
    await db
      .updateTable('account_retirements')
      .set({ phase: 'undoing', ended_at: now(), ended_by: actor.id })
      .where('update_id', '=', params.updateId)
      .execute()
    await endRun(db, params.updateId, actor, now())
    await startRun({ db, jobs }, undoRetirement, { kind: updateSubject, id: params.updateId }, { ...(await runInput(db, params.updateId)) })
    audit({ subject, before: { phase: retirement.phase }, after: { phase: 'undoing' } })
    await changed('account', account.id)
    await changed(updateSubject, params.updateId)
    return readRetirement(db, actor, account.id, now())
  },
})
