import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { RunIds, RunResults } from '../../../runs/schemas.ts'
import { callOff } from './cancel/callOff.ts'
import { eachRun } from './eachRun.ts'

export const cancelWork = operation({
  id: 'cancelWork',
  method: 'POST',
  path: '/work/cancel',
  tag: 'work',
  summary: 'Call work off and take back what it has done by then, one run or several, with a result for each',
  description:
    'Nobody carries on what was called off. What it had done is taken back by a run of its own, which waits until whoever is at it has let go. Work that cannot be called off is refused with the reason and what to do instead.',
  access: 'admin',
  transactions: 'own',
  body: Type.Object({ runIds: RunIds, reason: Type.String({ minLength: 10, maxLength: 500 }) }, { additionalProperties: false }),
  answers: { 200: RunResults },
  handler: ({ db, jobs, actor, requestId, body: { runIds, reason }, now, audit }) =>
    eachRun({ db, actor, operation: 'cancelWork', requestId, audit }, runIds, (tx, runId) =>
      callOff({ db: tx, jobs, by: actor, reason, now: now() }, runId),
    ),
})
