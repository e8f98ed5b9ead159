import type { QueryCreator, UpdateObject } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { publishChangeSql } from './changes.ts'
import { type Claim, RunLockLostError } from './claim.ts'

interface StepChange {
  position: number
  set: UpdateObject<Database, 'work_steps'>
}

/**
 * Changes steps of a run and the run itself, and announces the change, if this worker still has the claim. The change is a single
 * statement, because a transaction with `fence` would need more round trips.
 * @throws RunLockLostError
 */
export async function fencedWrite(
  db: Db,
  claim: Claim,
  { steps, run }: { steps: StepChange[]; run?: UpdateObject<Database, 'work_runs'> },
): Promise<void> {
  const { runId, epoch, subjectKind, subjectId } = claim
  type FencedQuery = QueryCreator<Database & { mine: { id: string } }>
  let fenced: FencedQuery = db.with('mine', (cte) =>
    cte.selectFrom('work_runs').select('id').where('id', '=', runId).where('epoch', '=', epoch).forUpdate(),
  )
  if (run)
    fenced = fenced.with('run', (cte) =>
      cte
        .updateTable('work_runs')
        .set(run)
        .where('id', '=', runId)
        .where(({ exists, selectFrom }) => exists(selectFrom('mine').select('mine.id'))),
    ) as FencedQuery
  // The names contain an index, so that the statement is the same for all positions.
  for (const [index, { position, set }] of steps.entries())
    fenced = fenced.with(`step${index}`, (cte) =>
      cte
        .updateTable('work_steps')
        .set(set)
        .where('run_id', '=', runId)
        .where('position', '=', position)
        .where(({ exists, selectFrom }) => exists(selectFrom('mine').select('mine.id'))),
    ) as FencedQuery
  const announced = publishChangeSql({ kind: subjectKind, id: subjectId }).as('announced')
  if (!(await fenced.selectFrom('mine').select(announced).executeTakeFirst())) throw new RunLockLostError()
}
