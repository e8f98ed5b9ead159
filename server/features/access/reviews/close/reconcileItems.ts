import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { reviewKind } from '../queries.ts'

/**
 * Records which removals the directory has confirmed, and why others failed. A person who got access again in the meantime counts as
 * removed, with a note, because that access was a later decision.
 * @returns the numbers of pending and failed items
 */
export async function reconcileItems(db: Db, reviewId: string, now: Date): Promise<{ waiting: number; stuck: number }> {
  const { rows } = await sql<{ result: 'removed' | 'failed' | 'pending'; was: string }>`
    with state as (
      select i.id, i.result as was, i.result_note as noted,
        exists (select from group_assignments m where m.group_id = i.group_id and m.person_id = i.person_id and m.status = 'revoking') as leaving,
        exists (select from group_assignments m where m.group_id = i.group_id and m.person_id = i.person_id
          and m.status in ('granting', 'active') and m.created_at > i.removal_started_at) as regranted,
        (select coalesce(s.error->>'message', 'The removal couldn’t be carried out.') from group_assignments m
          join work_runs w on w.kind = 'revokeAccess' and w.subject_id = m.id and w.status = 'failed'
          left join work_steps s on s.run_id = w.id and s.status = 'failed'
          where m.group_id = i.group_id and m.person_id = i.person_id and m.status = 'revoking' limit 1) as problem
      from access_review_items i
      where i.review_id = ${reviewId} and i.removal_started_at is not null and i.resolved_at is null
    ), found as (
      select id, was, case when problem is not null then 'failed' when leaving then 'pending' else 'removed' end as result,
        case when problem is not null then problem when not leaving and regranted then 'The person was granted access again.' else '' end as note, noted
      from state
    ), written as (
      update access_review_items i set result = f.result, result_note = f.note,
        resolved_at = case when f.result = 'removed' then ${now}::timestamptz end
      from found f where i.id = f.id and (f.result <> f.was or f.note <> f.noted)
      returning i.id
    )
    select result, was from found`.execute(db)
  if (rows.some(({ result, was }) => result !== was)) await publishChange(db, { kind: reviewKind, id: reviewId })
  return {
    waiting: rows.filter(({ result }) => result === 'pending').length,
    stuck: rows.filter(({ result }) => result === 'failed').length,
  }
}
