import { operation } from '../../../http/operation.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { AccountId } from '../accounts/schemas.ts'
import { updateSubject } from '../updates/facts.ts'
import { lockDecommission, runInput } from './lockDecommission.ts'
import { loadDecommission } from './queries.ts'
import { restoreSubscription } from './restore/restoreSubscription.ts'
import { Decommission } from './schemas.ts'

export const restoreAccount = operation({
  id: 'restoreAccount',
  method: 'POST',
  path: '/accounts/{id}/restore',
  tag: 'accounts',
  summary: 'Restore a decommissioned account within 90 days',
  description:
    'Enables the empty subscription and restores its access; its resources are permanently deleted. Returns immediately. The account is active when the run completes.',
  access: 'owner',
  params: AccountId,
  responses: { 202: Decommission },
  errors: ['notFound', 'wrongState'],
  async handler(call) {
    const { account, decommission, subject } = await lockDecommission(call, 'restore')
    const { db, actor, jobs, now, audit, changed } = call
    const updateId = decommission.update_id
    await db
      .updateTable('account_decommissions')
      .set({ phase: 'restoring', ended_at: now(), ended_by: actor.id })
      .where('update_id', '=', updateId)
      .execute()
    await startRun({ db, jobs }, restoreSubscription, { kind: updateSubject, id: updateId }, { ...(await runInput(db, updateId)) })
    audit({ subject, before: { phase: decommission.phase }, after: { phase: 'restoring' } })
    await changed('account', account.id)
    await changed(updateSubject, updateId)
    return loadDecommission(db, actor, account.id, now())
  },
})
