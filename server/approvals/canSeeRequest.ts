import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../auth/actor.ts'
import { isActor } from '../auth/sameIdentity.ts'
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

// A second user account of the requester might have voted before its employee number was known.
export async function canSeeEvidence(db: Db, actor: Person, approvalId: string): Promise<boolean> {
  if (actor.admin || actor.auditor) return true
  const isApprover = sql<boolean>`${hadSeat(actor.id)} and not ${isActor(actor, sql`a.requester_id`)}`
  return isApprovalWith(db, approvalId, isApprover)
}

export async function isRequesterOrOwner(db: Db, actor: Person, approvalId: string): Promise<boolean> {
  const isOwner = (link: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`exists (select from ${link} o where o.${column} = a.${column} and o.person_id = ${actor.id})`
  const isEither = sql<boolean>`(${isActor(actor, sql`a.requester_id`)} or ${isOwner(sql`account_owners`, sql`account_id`)}
    or ${isOwner(sql`sandbox_owners`, sql`sandbox_id`)})`
  return isApprovalWith(db, approvalId, isEither)
}

export async function canSeeBudget(db: Db, actor: Person, approvalId: string): Promise<boolean> {
  const canSee = sql<boolean>`case when a.account_id is not null
      then exists (select from account_owners o where o.account_id = a.account_id and o.person_id = ${actor.id})
    when a.sandbox_id is not null
      then exists (select from sandbox_owners o where o.sandbox_id = a.sandbox_id and o.person_id = ${actor.id})
        or exists (select from access_groups g join group_assignments m on m.group_id = g.id
          where g.sandbox_id = a.sandbox_id and m.person_id = ${actor.id} and m.status in ('scheduled', 'granting', 'active'))
    else true end`
  return isApprovalWith(db, approvalId, canSee)
}

async function isApprovalWith(db: Db, id: string, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`select from approvals a where a.id = ${id} and ${condition}`.execute(db)
  return rows.length > 0
}
