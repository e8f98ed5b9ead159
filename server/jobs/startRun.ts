import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Jobs } from './jobs.ts'
import type { AnyWorkflow } from './workflow.ts'

/** Writes a run with all its steps and its job in the caller's transaction. One run per workflow and subject: asking twice changes nothing. */
export async function startRun(
  context: { db: Db; jobs: Jobs },
  workflow: Pick<AnyWorkflow, 'kind' | 'steps'>,
  subject: { kind: string; id: string },
  input: Record<string, unknown>,
): Promise<string | undefined> {
  const { db, jobs } = context
  const id = randomUUIDv7()
  const inserted = await db
    .insertInto('work_runs')
    .values({
      id,
      kind: workflow.kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      input: JSON.stringify(input),
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
        memo: '{}',
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
