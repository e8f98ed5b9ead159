import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadRuns } from '../../../runs/queries.ts'
import { lockStuckStep, restartStep } from '../../../runs/requeueRun.ts'
import { Run } from '../../../runs/schemas.ts'
import { retryRun } from './retryRun.ts'

export const retryStep = operation({
  id: 'retryStep',
  method: 'POST',
  path: '/work/{runId}/steps/{name}/retry',
  tag: 'work',
  summary: 'Retry a failed or waiting step',
  access: 'admin',
  params: Type.Object({ runId: Uuid, name: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  responses: { 200: Run },
  errors: ['notFound', 'wrongState'],
  async handler({ db, jobs, actor, params, now, audit, changed }) {
    const { run, step } = await lockStuckStep(db, params.runId, params.name)
    await restartStep(db, step)
    await retryRun(db, jobs, run, actor.id, now())
    audit({
      subject: { kind: run.subject_kind, id: run.subject_id },
      before: { run: run.id, step: step.name, status: step.status },
      after: { run: run.id, step: step.name, status: 'pending' },
    })
    await changed(run.subject_kind, run.subject_id)
    return (await loadRuns(db, actor, sql<boolean>`id = ${run.id}`))[0]!
  },
})
