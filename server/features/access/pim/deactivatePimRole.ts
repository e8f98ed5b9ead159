import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startOrder } from './activation/startOrder.ts'
import { minActiveMinutes } from './policy.ts'
import { activationSubject, loadActivation, lockActivation } from './queries.ts'
import { PimActivation, PimActivationId } from './schemas.ts'
import { waitUntilSent } from './waitUntilSent.ts'

export const deactivatePimRole = operation({
  id: 'deactivatePimRole',
  method: 'POST',
  path: '/pim/activations/{id}/deactivate',
  tag: 'pim',
  summary: 'Deactivate a privileged role',
  description: 'Azure keeps a role active for at least five minutes. If you call earlier, Slipway deactivates it at `deactivatesAt`.',
  access: 'owner',
  params: PimActivationId,
  responses: { 202: PimActivation },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, config, params, now, allow, ifMatch, audit, changed }) {
    const activation = await lockActivation(db, actor, config, params.id)
    const subject = activationSubject(activation)
    audit({ subject })
    const { deactivate } = activation.can
    allow(activation.person.id === actor.id || actor.admin ? true : deactivate!)
    requireState(deactivate!)
    ifMatch(activation.version)
    const at = now()
    const notBefore = new Date(Date.parse(activation.startsAt!) + minActiveMinutes * 60_000)
    await updateRow(db, 'pim_activations', activation.id, { status: 'ending', ...nextVersion(at) })
    await withdrawEndedRequests(db, { subject_id: [activation.id] }, at)
    await startOrder({ db, jobs }, { activationId: activation.id, kind: 'remove', justification: 'Deactivated early.', notBefore, now: at })
    audit({ subject, before: { role: activation.role, status: activation.status }, after: { role: activation.role, status: 'ending' } })
    await changed('privilegedRole', activation.account.id)
    return loadActivation(db, actor, config, activation.id)
  },
  afterCommit: waitUntilSent,
})
