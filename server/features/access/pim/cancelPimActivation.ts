import { lockRound } from '../../../approvals/lockRound.ts'
import { cancelApproval } from '../../../approvals/openApproval.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startOrder } from './activation/startOrder.ts'
import { activationSubject, loadActivation, lockActivation, pimActivationKind } from './queries.ts'
import { PimActivation, PimActivationId } from './schemas.ts'
import { waitUntilSent } from './waitUntilSent.ts'

export const cancelPimActivation = operation({
  id: 'cancelPimActivation',
  method: 'POST',
  path: '/pim/activations/{id}/cancel',
  tag: 'pim',
  summary: 'Cancel a privileged role that is pending approval or scheduled',
  access: 'owner',
  params: PimActivationId,
  responses: { 202: PimActivation },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, config, params, now, allow, ifMatch, audit, changed }) {
    await lockRound(db, pimActivationKind, params.id)
    const activation = await lockActivation(db, actor, config, params.id)
    const subject = activationSubject(activation)
    audit({ subject })
    const { cancel } = activation.can
    allow(activation.person.id === actor.id || actor.admin ? true : cancel!)
    requireState(cancel!)
    ifMatch(activation.version)
    const at = now()
    const isPending = activation.status === 'pending_approval'
    await updateRow(db, 'pim_activations', activation.id, { status: isPending ? 'cancelled' : 'ending', ...nextVersion(at) })
    if (isPending) await cancelApproval(db, pimActivationKind, activation.id, at)
    else
      await startOrder(
        { db, jobs },
        { activationId: activation.id, kind: 'remove', justification: 'Cancelled before it started.', now: at },
      )
    audit({ subject, before: { role: activation.role, status: activation.status }, after: { role: activation.role, status: 'cancelled' } })
    await changed('privilegedRole', activation.account.id)
    if (isPending) await changed('approval', activation.id)
    return loadActivation(db, actor, config, activation.id)
  },
  afterCommit: waitUntilSent,
})
