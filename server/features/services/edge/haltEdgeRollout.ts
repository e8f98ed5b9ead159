import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { rolloutCan } from './policy.ts'
import { loadRollout, lockRollout, rolloutFacts } from './queries.ts'
import { EdgeRollout, ReasonSchema, RolloutId } from './schemas.ts'
import { haltRollout } from './wave/halt.ts'

export const haltEdgeRollout = operation({
  id: 'haltEdgeRollout',
  method: 'POST',
  path: '/edge/rollouts/{id}/halt',
  tag: 'edge',
  summary: 'Halt a rollout, so that stores in progress finish and no new ones start',
  access: 'admin',
  params: RolloutId,
  body: ReasonSchema,
  responses: { 200: EdgeRollout },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, body, now, ifMatch, audit }) {
    const rollout = await lockRollout(db, params.id)
    ifMatch(rollout.version)
    const { halt } = rolloutCan(actor, { status: rollout.status, ...(await rolloutFacts(db, params.id)) })
    if (halt !== true) throw new Failure('wrongState', halt)
    await haltRollout(db, {
      rolloutId: params.id,
      reason: `${actor.displayName} halted the rollout: ${body.reason.trim()}`,
      by: actor.id,
      now: now(),
    })
    audit({
      subject: { kind: 'edgeRollout', id: params.id },
      before: { status: rollout.status },
      after: { status: 'halted', reason: body.reason },
    })
    return loadRollout(db, actor, params.id)
  },
})
