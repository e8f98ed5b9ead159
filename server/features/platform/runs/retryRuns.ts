import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lockStuckStep, restartStep } from '../../../runs/requeueRun.ts'
import { RunIds, RunResults } from '../../../runs/schemas.ts'
import { forEachRun } from './forEachRun.ts'
import { retryRun } from './retryRun.ts'

export const retryRuns = operation({
  id: 'retryRuns',
  method: 'POST',
  path: '/work/retry',
  tag: 'work',
  summary: 'Retry several runs from their current steps',
  access: 'admin',
  transactions: 'own',
  auditedItems: true,
  body: Type.Object(
    {
      runIds: RunIds,
      reason: Type.Optional(
        Type.String({ minLength: 3, maxLength: 500, description: 'Reason for the retry, recorded in the audit trail.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: RunResults },
  handler: ({ db, jobs, actor, requestId, body, now }) =>
    forEachRun({ db, actor, operation: 'retryRuns', requestId }, body.runIds, async (tx, runId) => {
      const currentStep = await tx
        .selectFrom('work_steps')
        .select('name')
        .where('run_id', '=', runId)
        .where('status', 'not in', ['succeeded', 'skipped'])
        .orderBy('position')
        .executeTakeFirst()
      if (!currentStep) throw new Failure('wrongState', 'This run is complete, cancelled or deleted.')
      const { run, step } = await lockStuckStep(tx, runId, currentStep.name)
      await restartStep(tx, step)
      await retryRun(tx, jobs, run, actor.id, now())
      return {
        subject: { kind: run.subject_kind, id: run.subject_id },
        name: run.name,
        before: { run: run.id, step: step.name, status: step.status },
        after: { run: run.id, step: step.name, status: 'pending', ...(body.reason === undefined ? {} : { reason: body.reason }) },
      }
    }),
})
