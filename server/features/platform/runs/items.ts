import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { sortByIds } from '../../../http/list.ts'
import type { StepState } from '../../../runs/cancelRules.ts'
import { titleOf } from '../../../runs/labels.ts'
import { runCan } from '../../../runs/policy.ts'
import { emptyScope } from '../../../runs/queries.ts'
import type { RunItem } from '../../../runs/schemas.ts'

interface CurrentStep extends StepState {
  title: string
  attempts: number
  nextAttemptAt: string | null
  note: string | null
}

export async function loadRunItems(db: Db, actor: Person, ids: string[]): Promise<Static<typeof RunItem>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('work_runs')
    .leftJoin('people as p', 'p.id', 'work_runs.person_id')
    .selectAll('work_runs')
    .select('p.display_name as person')
    .select(
      sql<CurrentStep[]>`(select jsonb_agg(jsonb_build_object('name', s.name, 'title', s.title, 'status', s.status, 'attempts', s.attempts,
        'nextAttemptAt', s.next_attempt_at, 'note', s.note) order by s.position) from work_steps s where s.run_id = work_runs.id)`.as(
        'steps',
      ),
    )
    .where('work_runs.id', 'in', ids)
    .execute()
  const items = rows.map((row): Static<typeof RunItem> => {
    const at = row.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped')
    return {
      id: row.id,
      kind: row.kind,
      title: titleOf(row.kind),
      about: row.name === null ? emptyScope : { name: row.name, reference: row.reference, person: row.person, accountId: row.account_id },
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      status: row.status,
      step: at ? { name: at.name, title: at.title } : null,
      done: row.steps.filter(({ status }) => status === 'succeeded' || status === 'skipped').length,
      steps: row.steps.length,
      attempts: at?.attempts ?? 0,
      nextAttemptAt: at?.nextAttemptAt ? new Date(at.nextAttemptAt).toISOString() : null,
      note: at?.note ?? null,
      cause: row.cause_code === null ? null : { service: row.cause_service, code: row.cause_code, message: row.cause_text ?? '' },
      stuckSince: row.stuck_since?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      can: runCan(actor, row, row.steps),
    }
  })
  return sortByIds(ids, items)
}
