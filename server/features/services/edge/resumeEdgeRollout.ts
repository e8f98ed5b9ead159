import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { rolloutCan } from './policy.ts'
import { loadRollout, lockRollout, rolloutFacts } from './queries.ts'
import { skipStores } from './release.ts'
import { EdgeRollout, ResumeBody, RolloutId } from './schemas.ts'
import { resumeRollout, retryFailed } from './wave/resume.ts'

export const resumeEdgeRollout = operation({
  id: 'resumeEdgeRollout',
  method: 'POST',
  path: '/edge/rollouts/{id}/resume',
  tag: 'edge',
  summary: 'Resume a halted rollout, and retry or skip its failed stores',
  description:
    'You can also resume a rollout with failed stores after its last wave. Failed stores are retried from their failed step, in the next wave or in an additional wave at the end.',
  access: 'admin',
  params: RolloutId,
  body: ResumeBody,
  responses: { 200: EdgeRollout },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, body, now, ifMatch, audit, changed }) {
    const rollout = await lockRollout(db, params.id)
    ifMatch(rollout.version)
    const { resume } = rolloutCan(actor, { status: rollout.status, ...(await rolloutFacts(db, params.id)) })
    if (resume !== true) throw new Failure('wrongState', resume)
    if (body.failed === 'skip' && body.reason === undefined)
      throw new Failure('invalidRequest', 'Enter a reason for skipping the failed stores.', {
        errors: [{ field: 'reason', message: 'is required' }],
      })
    const stores =
      body.failed === 'retry'
        ? await retryFailed(db, params.id, now())
        : await skipStores(db, params.id, ['failed'], body.reason ?? '', now())
    await resumeRollout({ db, jobs, now: now() }, params.id)
    audit({
      subject: { kind: 'edgeRollout', id: params.id },
      before: { status: rollout.status, haltReason: rollout.halt_reason },
      after: { ...body, stores },
    })
    await changed('edgeRollout', params.id)
    return loadRollout(db, actor, params.id)
  },
})
