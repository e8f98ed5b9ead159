import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { rolloutCan } from './policy.ts'
import { loadRollout, lockRollout, rolloutFacts } from './queries.ts'
import { skipStores } from './release.ts'
import { EdgeRollout, ReasonSchema, RolloutId } from './schemas.ts'

export const cancelEdgeRollout = operation({
  id: 'cancelEdgeRollout',
  method: 'POST',
  path: '/edge/rollouts/{id}/cancel',
  tag: 'edge',
  summary: 'Cancel a rollout',
  description:
    'Stores that haven’t started or have failed are skipped, and stores in progress finish. Names and address ranges of stores that haven’t started become available again. Built stores stay and can still be reported as complete.',
  access: 'admin',
  params: RolloutId,
  body: ReasonSchema,
  responses: { 200: EdgeRollout },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, body, now, ifMatch, audit, changed }) {
    const rollout = await lockRollout(db, params.id)
    ifMatch(rollout.version)
    const { cancel } = rolloutCan(actor, { status: rollout.status, ...(await rolloutFacts(db, params.id)) })
    if (cancel !== true) throw new Failure('wrongState', cancel)
    const reason = `${actor.displayName} cancelled the rollout: ${body.reason.trim()}`
    const stores = await skipStores(db, params.id, ['planned', 'queued', 'failed'], reason, now())
    await updateRow(db, 'edge_rollouts', params.id, {
      status: 'cancelled',
      halt_reason: null,
      halted_at: null,
      halted_by: null,
      ended_at: now(),
      ...nextVersion(now()),
    })
    await db
      .updateTable('edge_waves')
      .set({ status: 'cancelled', ended_at: now() })
      .where('rollout_id', '=', params.id)
      .where('status', 'in', ['planned', 'halted'])
      .execute()
    audit({
      subject: { kind: 'edgeRollout', id: params.id },
      before: { status: rollout.status },
      after: { status: 'cancelled', reason: body.reason, stores },
    })
    await changed('edgeRollout', params.id)
    return loadRollout(db, actor, params.id)
  },
})
