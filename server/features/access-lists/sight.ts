import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../access/actor.ts'
import type { Db } from '../../db/database.ts'
import type { GroupHome } from '../account-access/home.ts'
import { accessRequestKind, sandboxAccessRequestKind } from '../account-access/submit.ts'

/** Decisions of one's own that lists remember. */
const mostDecided = 10_000

/** Where requests belong whose sight is asked for: to accounts, or to sandboxes. */
const homes = {
  account: {
    kind: accessRequestKind,
    ofRequest: sql`r.account_id`,
    ofApproval: sql`a.account_id`,
    owned: (personId: string) => sql`select o.account_id from account_owners o where o.person_id = ${personId}`,
  },
  sandbox: {
    kind: sandboxAccessRequestKind,
    ofRequest: sql`r.sandbox_id`,
    ofApproval: sql`a.sandbox_id`,
    owned: (personId: string) => sql`select o.sandbox_id from sandbox_owners o where o.person_id = ${personId}`,
  },
}
type Home = GroupHome['kind']

const pendingOf = (home: Home) => sql`a.status = 'pending' and a.subject_kind = ${homes[home].kind}`
const undecided = sql`s.status in ('open', 'waiting')`

/** Pending rounds whose rules may name this person other than as an owner of the account or sandbox, found from the person. */
function otherRounds(actor: Person, home: Home): RawBuilder<unknown> {
  const pending = pendingOf(home)
  const groups = sql`(select m.group_id::text from directory_group_members m where m.person_id = ${actor.id})`
  return sql`
    select a.id from approvals a where ${pending} and a.family_id in (select f.family_id from family_owners f where f.person_id = ${actor.id})
    union select a.id from approvals a where ${pending} and a.tower_id in (select t.tower_id from tower_leads t where t.person_id = ${actor.id})
    union select s.approval_id from approval_stages s where ${undecided} and s.rule->>'personId' = ${actor.id}
    union select s.approval_id from approval_stages s where ${undecided} and s.rule->>'groupId' in ${groups}
    union select s.approval_id from approval_stages s where ${undecided} and s.rule->>'fallbackGroupId' in ${groups}`
}

/** Every pending round that may name this person: few, so that only these are asked whether they do. */
export function roundsNaming(actor: Person, home: Home = 'account'): RawBuilder<unknown> {
  return sql`select a.id from approvals a where ${pendingOf(home)} and ${homes[home].ofApproval} in (${homes[home].owned(actor.id)})
    union ${otherRounds(actor, home)}`
}

/**
 * Requests that lists show to this person: own ones, those for accounts or sandboxes they own, those they decided on or may decide on at any stage,
 * and all of them for administrators and auditors. Decided in the database, so that counts and pages agree with it.
 */
export async function requestsInSight(db: Db, actor: Person, home: Home = 'account'): Promise<RawBuilder<boolean>> {
  const { kind, ofRequest, owned } = homes[home]
  if (actor.admin || actor.auditor) return sql<boolean>`${ofRequest} is not null`
  const { rows } = await sql<{ ids: string[] }>`select array(
      select a.subject_id from approvals a where a.id in (${otherRounds(actor, home)}) and ${pendingOf(home)}
        and exists (select from stage_approvers sa where sa.approval_id = a.id and sa.person_id = ${actor.id})
      union
      select a.subject_id from (select d.approval_id from approval_decisions d where d.approver_id = ${actor.id} order by d.decided_at desc limit ${mostDecided}) d
        join approvals a on a.id = d.approval_id and a.subject_kind = ${kind}) as ids`.execute(db)
  return sql<boolean>`${ofRequest} is not null and (r.requester_id = ${actor.id}
    or ${ofRequest} = any (array(${owned(actor.id)}))
    or r.id = any (${rows[0]!.ids}::uuid[]))`
}
