import { sql } from 'kysely'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { findSubject } from '../subjects/registry.ts'
import { hadSeat } from '../subjects/subject.ts'

/**
 * Returns whether the person can see a request and its approvals: the requester, current and former approvers, people who can see its
 * subject (such as the account's owners), administrators and auditors.
 */
export async function canSeeRequest(db: Db, actor: Person, { kind, id }: { kind: string; id: string }): Promise<boolean> {
  if (actor.admin || actor.auditor) return true
  const activity = findSubject(kind)?.activity
  const subjectWithActivity = activity
    ? sql<boolean>`exists (select from ${activity.table} s where s.id = ${id} and ${activity.own(actor.id)})`
    : sql<boolean>`false`
  const { rows } = await sql<{ sees: boolean }>`
    select ${subjectWithActivity} or exists (select from approvals a where a.subject_kind = ${kind} and a.subject_id = ${id}
      and (a.requester_id = ${actor.id} or ${hadSeat(actor.id)})) as sees`.execute(db)
  return rows[0]!.sees
}

/** Returns whether the person is or was an approver of this approval, or an administrator or auditor. */
export async function canSeeEvidence(db: Db, actor: Person, approvalId: string): Promise<boolean> {
  if (actor.admin || actor.auditor) return true
  const { rows } = await sql`select from approvals a where a.id = ${approvalId} and ${hadSeat(actor.id)}`.execute(db)
  return rows.length > 0
}
