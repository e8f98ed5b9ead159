import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { loadRuns } from '../../../runs/queries.ts'
import type { Run } from '../../../runs/schemas.ts'

/** Reads the unfinished runs that set budgets, by account. Only people who can open runs get the messages of Azure. */
export async function loadBudgetRuns(db: Db, actor: Person, accountIds: readonly string[]): Promise<Map<string, Static<typeof Run>>> {
  if (accountIds.length === 0) return new Map()
  const isOpen = sql<boolean>`kind = 'setBudget' and subject_id = any (${accountIds}::uuid[])
    and status in ('queued', 'running', 'waiting', 'failed')`
  const runs = await loadRuns(db, actor, isOpen, accountIds.length)
  return new Map(
    runs.map((run) => [
      run.subjectId,
      run.can['open'] === true ? run : { ...run, steps: run.steps.map((step) => ({ ...step, note: null, error: null })) },
    ]),
  )
}
