import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { recordPeriodDays } from './approvalRule.ts'

/**
 * Counts the person’s sandboxes and pending requests of a template, and their sandboxes that recently used up their budget.
 * @param exceptId a request that is being edited
 */
export async function countPersonUse(db: Db, personId: string, templateId: string, now: Date, exceptId?: string) {
  const sinceDate = new Date(now.getTime() - recordPeriodDays * 86_400_000)
  const { rows } = await sql<{ sandboxCount: number; overruns: number }>`
    select (select count(*) from sandboxes s
        where s.requester_id = ${personId} and s.template_id = ${templateId} and s.status not in ('deleted', 'quarantined'))
      + (select count(*) from sandbox_requests r
        where r.requester_id = ${personId} and r.template_id = ${templateId} and r.kind = 'new'
          and r.status in ('pending_approval', 'changes_requested') and r.id is distinct from ${exceptId ?? null}::uuid) as "sandboxCount",
      (select count(*) from sandboxes s where s.requester_id = ${personId} and (s.limit_reached_at > ${sinceDate}
        or exists (select from sandbox_events e where e.sandbox_id = s.id and e.key like 'frozen:budget:%' and e.at > ${sinceDate}))) as overruns`.execute(
    db,
  )
  return rows[0]!
}

/** The advisory lock makes requests of one person for one template run in turn, so that two of them can’t exceed the limit together. */
export async function lockRequestLimit(db: Db, personId: string, templateId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox request ${personId} ${templateId.toLowerCase()}`}, 0))`.execute(db)
}
