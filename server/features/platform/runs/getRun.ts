import { sql } from 'kysely'
import { Type } from 'typebox'
import type { StepError } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { NullableTimestamp, Uuid } from '../../../people/schemas.ts'
import { undoneSteps } from '../../../runs/cancelRules.ts'
import { titleOf } from '../../../runs/labels.ts'
import { loadRuns } from '../../../runs/queries.ts'
import { ExternalResponse, NullableText, Run } from '../../../runs/schemas.ts'

export const getRun = operation({
  id: 'getRun',
  method: 'GET',
  path: '/work/{runId}',
  tag: 'work',
  summary: 'Get a run with its steps, attempts, error responses and possible actions',
  access: 'adminOrAuditor',
  params: Type.Object({ runId: Uuid }, { additionalProperties: false }),
  responses: {
    200: Type.Object({
      ...Run.properties,
      title: Type.String(),
      stuckSince: NullableTimestamp,
      responses: Type.Record(Type.String(), ExternalResponse, {
        description: 'Last error response of an external service, by step name.',
      }),
      checkpoint: Type.Union([Type.Object({ step: Type.String(), title: Type.String(), at: NullableTimestamp }), Type.Null()], {
        description: 'Last completed step. Steps up to it are not repeated.',
      }),
      retryEffect: NullableText,
      rollbackSteps: Type.Array(Type.String(), {
        description: 'Steps that cancelling the run would roll back; empty if the run can’t be cancelled.',
      }),
      undoneBy: Type.Union([Uuid, Type.Null()], { description: 'ID of the run that rolls this run back; null if there is none.' }),
    }),
  },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const [run] = await loadRuns(db, actor, sql<boolean>`work_runs.id = ${params.runId}`)
    if (!run) throw new Failure('notFound', 'This run doesn’t exist.')
    const [errors, runRow, rollbackRun] = await Promise.all([
      db.selectFrom('work_steps').select(['name', 'error']).where('run_id', '=', run.id).where('error', 'is not', null).execute(),
      db.selectFrom('work_runs').select('stuck_since').where('id', '=', run.id).executeTakeFirstOrThrow(),
      db.selectFrom('work_runs').select('id').where('undoes', '=', run.id).executeTakeFirst(),
    ])
    const lastSucceededStep = run.steps.findLast(({ status }) => status === 'succeeded')
    const at = run.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped')
    const remainingSteps = at ? run.steps.length - run.steps.indexOf(at) - 1 : 0
    return {
      ...run,
      title: titleOf(run.kind),
      stuckSince: runRow.stuck_since?.toISOString() ?? null,
      responses: Object.fromEntries(
        errors.flatMap(({ name, error }) => (error?.service ? [[name, toErrorResponse(error, error.service)]] : [])),
      ),
      checkpoint:
        lastSucceededStep && run.cancellation === null
          ? { step: lastSucceededStep.name, title: lastSucceededStep.title, at: lastSucceededStep.endedAt }
          : null,
      retryEffect:
        run.can.retry === true && at
          ? `“${at.title}” restarts with a fresh set of retries.${lastSucceededStep ? ' Completed steps aren’t repeated.' : ''} ${remainingSteps === 0 ? 'No further steps follow.' : `${remainingSteps === 1 ? '1 step follows' : `${remainingSteps} steps follow`}.`}`
          : null,
      rollbackSteps: run.can.cancel === true ? undoneSteps(run, run.steps) : [],
      undoneBy: rollbackRun?.id ?? null,
    }
  },
})

function toErrorResponse({ code, status, requestId, excerpt }: StepError, service: string) {
  return { service, code, status: status ?? null, requestId: requestId ?? null, excerpt: excerpt ?? null }
}
