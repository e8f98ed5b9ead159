import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lockStuckStep, startAfresh } from '../../../runs/requeueRun.ts'
import { RunIds, RunResults } from '../../../runs/schemas.ts'
import { eachRun } from './eachRun.ts'
import { resumeRun } from './resumeRun.ts'

export const retryWork = operation({
  id: 'retryWork',
  method: 'POST',
  path: '/work/retry',
  tag: 'work',
  summary: 'Retry several runs at their current steps, with a result for each run',
  access: 'admin',
  transactions: 'own',
  body: Type.Object(
    { runIds: RunIds, reason: Type.Optional(Type.String({ minLength: 3, maxLength: 500, description: 'Recorded in the audit trail.' })) },
    { additionalProperties: false },
  ),
  answers: { 200: RunResults },
  handler: ({ db, jobs, actor, requestId, body, now, audit }) =>
    eachRun({ db, actor, operation: 'retryWork', requestId, audit }, body.runIds, async (tx, runId) => {
      const at = await tx
        .selectFrom('work_steps')
        .select('name')
        .where('run_id', '=', runId)
        .where('status', 'not in', ['succeeded', 'skipped'])
        .orderBy('position')
        .executeTakeFirst()
      if (!at) throw new Failure('wrongState', 'This run is complete, cancelled or deleted.')
      const { run, step } = await lockStuckStep(tx, runId, at.name)
      await startAfresh(tx, step)
      await resumeRun(tx, jobs, run, now())
      return {
        subject: { kind: run.subject_kind, id: run.subject_id },
        name: run.name,
        before: { run: run.id, step: step.name, status: step.status },
        after: { run: run.id, step: step.name, status: 'pending', ...(body.reason === undefined ? {} : { reason: body.reason }) },
      }
    }),
})
