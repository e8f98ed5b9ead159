import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../access/actor.ts'
import type { Db } from '../../db/database.ts'
import { sandboxRequestKind } from './submit.ts'

/** Decisions of one's own that lists remember. */
const mostDecided = 10_000

const pending = sql`a.subject_kind = ${sandboxRequestKind} and a.status = 'pending'`

/** Pending rounds whose rules may name this person, found from the person: few, so that only these are asked whether they do. */
function roundsNaming({ id }: Person): RawBuilder<string[]> {
  const rules = sql`select s.approval_id from approval_stages s where s.status in ('open', 'waiting')`
  const groups = sql`(select m.group_id::text from directory_group_members m where m.person_id = ${id})`
  return sql<string[]>`array(
    select a.id from approvals a where ${pending} and a.requester_id in (select p.id from people p where p.manager_id = ${id})
    union select a.id from approvals a where ${pending} and a.tower_id in (select t.tower_id from tower_leads t where t.person_id = ${id})
    union select a.id from approvals a where ${pending} and a.sandbox_id in (select o.sandbox_id from sandbox_owners o where o.person_id = ${id})
    union ${rules} and s.rule->>'personId' = ${id}
    union ${rules} and s.rule->>'groupId' in ${groups}
    union ${rules} and s.rule->>'fallbackGroupId' in ${groups}
    union ${rules} and s.rule->>'kind' = 'anyOf')`
}

/** Pending rounds that name the actor at some stage; of the alias `a` of approvals. */
export function namesActor(actor: Person): RawBuilder<boolean> {
  return sql<boolean>`(a.id = any (${roundsNaming(actor)}) and a.requester_id <> ${actor.id}
    and exists (select from stage_approvers sa where sa.approval_id = a.id and sa.person_id = ${actor.id}))`
}

/** Pending rounds whose open stage wants the actor's vote. */
export function wantsVoteOf(actor: Person): RawBuilder<boolean> {
  return sql<boolean>`(a.id = any (${roundsNaming(actor)}) and a.requester_id <> ${actor.id}
    and exists (select from stage_approvers sa where sa.approval_id = a.id and sa.stage = a.stage and sa.person_id = ${actor.id})
    and not exists (select from approval_decisions d where d.approval_id = a.id and d.stage = a.stage and d.approver_id = ${actor.id}))`
}

/**
 * What lists show to the actor, of the alias `r`: own requests, those of own sandboxes, those one decides or has decided on; every one for
 * administrators and auditors. What takes looking for is looked for once, not for the page and the total each.
 */
export async function requestsInSight(db: Db, actor: Person): Promise<RawBuilder<boolean>> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  const { rows } = await sql<{ ids: string[] }>`select array(
    select a.subject_id from approvals a where ${pending} and ${namesActor(actor)}
    union
    select a.subject_id from (select d.approval_id from approval_decisions d where d.approver_id = ${actor.id}
      order by d.decided_at desc limit ${mostDecided}) d join approvals a on a.id = d.approval_id and a.subject_kind = ${sandboxRequestKind}
    union
    select q.id from sandbox_owners o join sandbox_requests q on q.sandbox_id = o.sandbox_id where o.person_id = ${actor.id}) as ids`.execute(
    db,
  )
  return sql<boolean>`(r.requester_id = ${actor.id} or r.id = any (${rows[0]!.ids}::uuid[]))`
}
