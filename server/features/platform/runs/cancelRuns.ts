import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { RunIds, RunResults } from '../../../runs/schemas.ts'
import { cancelBefore } from './cancel/cancelBefore.ts'
import { forEachRun } from './forEachRun.ts'

export const cancelRuns = operation({
  id: 'cancelRuns',
  method: 'POST',
  path: '/work/cancel',
  tag: 'work',
  summary: 'Cancel runs and roll back their completed steps',
  description:
    'A separate run does the rollback after the current step has stopped. Each run has its own result. If a run can’t be cancelled, the result has the reason and what to do instead.',
  access: 'admin',
  transactions: 'own',
  auditedItems: true,
  duringRestore: true,
  body: Type.Object({ runIds: RunIds, reason: Type.String({ minLength: 10, maxLength: 500 }) }, { additionalProperties: false }),
  responses: { 200: RunResults },
  handler: ({ db, jobs, actor, requestId, body: { runIds, reason }, now }) =>
    forEachRun({ db, actor, operation: 'cancelRuns', requestId }, runIds, (tx, runId) =>
      cancelBefore({ db: tx, jobs, by: actor, reason, now: now() }, runId),
    ),
})
