import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { traceparent } from '../telemetry/span.ts'
import type { Jobs } from './jobs.ts'
import type { AnyWorkflow } from './workflow.ts'

/**
 * Writes a run with all steps and its job in the caller's transaction. A workflow has one run per subject, so the call is idempotent.
 * @param undoes the run that this run reverses
 */
export async function startRun(
  context: { db: Db; jobs: Jobs },
  workflow: Pick<AnyWorkflow, 'kind' | 'steps'>,
  subject: { kind: string; id: string },
  input: Record<string, unknown>,
  undoes?: string,
): Promise<string | undefined> {
  const { db, jobs } = context
  const id = uuidv7()
  const inserted = await db
    .insertInto('work_runs')
    .values({
      id,
      kind: workflow.kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      input: JSON.stringify(input),
      at_step: workflow.steps[0]?.name ?? null,
      undoes: undoes ?? null,
      trace: traceparent() ?? null,
      started_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await db
    .insertInto('work_steps')
    .values(
      workflow.steps.map((step, position) => ({
        run_id: id,
        position,
        name: step.name,
        title: step.title,
        started_at: null,
        ended_at: null,
        next_attempt_at: null,
        checkpoint: '{}',
        output: null,
        error: null,
        note: null,
        skipped_by: null,
        skip_reason: null,
      })),
    )
    .execute()
  await jobs.send(db, 'work', { runId: id })
  return id
}
