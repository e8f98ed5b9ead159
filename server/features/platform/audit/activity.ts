import { type RawBuilder, sql } from 'kysely'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { type FollowedKind, followCan } from '../../../auth/followPolicy.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { queueTitles } from '../cockpit/queues.ts'

type Whose = (person: string) => RawBuilder<boolean>
interface Followed {
  /** Where those of this kind live, with an `id`; of the alias `s`. */
  table: RawBuilder<unknown>
  /** Whether it is this person's. */
  own: Whose
}

const nobodys: Whose = () => sql<boolean>`false`
const anyOf =
  (...each: Whose[]): Whose =>
  (person) =>
    sql<boolean>`(${sql.join(
      each.map((own) => own(person)),
      sql` or `,
    )})`
/** @param link a table of people, with what they belong to in `column` */
const oneOf =
  (link: RawBuilder<unknown>, column: RawBuilder<unknown>, of: RawBuilder<unknown> = sql`s.id`): Whose =>
  (person) =>
    sql<boolean>`exists (select from ${link} l where l.${column} = ${of} and l.person_id = ${person})`
const is =
  (column: RawBuilder<unknown>): Whose =>
  (person) =>
    sql<boolean>`s.${column} = ${person}`
/** Whoever asked, may decide now or has decided: those who may read the request. */
const takesPart = (kind: string): Whose =>
  anyOf(
    is(sql`requester_id`),
    (person) => sql<boolean>`exists (select from approvals a where a.subject_kind = ${kind} and a.subject_id = s.id and (
      exists (select from approval_decisions d where d.approval_id = a.id and d.approver_id = ${person})
      or (a.status = 'pending' and exists (select from stage_approvers p where p.approval_id = a.id and p.person_id = ${person}))))`,
  )
const accountOwner = oneOf(sql`account_owners`, sql`account_id`, sql`s.account_id`)
const sandboxOwner = oneOf(sql`sandbox_owners`, sql`sandbox_id`, sql`s.sandbox_id`)

const ofAdministrators = (table: RawBuilder<unknown>): Followed => ({ table, own: nobodys })

/** Where they live, and whose activity it is to see beside administrators and auditors: never more people than may read the thing itself. */
export const followed: Record<FollowedKind, Followed> = {
  account: { table: sql`accounts`, own: oneOf(sql`account_owners`, sql`account_id`) },
  tower: { table: sql`towers`, own: oneOf(sql`tower_leads`, sql`tower_id`) },
  family: { table: sql`families`, own: oneOf(sql`family_owners`, sql`family_id`) },
  catalogueItem: { table: sql`catalogue_items`, own: oneOf(sql`catalogue_item_approvers`, sql`item_id`) },
  accessGroup: { table: sql`access_groups`, own: anyOf(accountOwner, sandboxOwner) },
  accountRequest: { table: sql`account_requests`, own: anyOf(takesPart('accountRequest'), accountOwner) },
  accountUpdate: { table: sql`account_updates`, own: anyOf(takesPart('accountUpdate'), accountOwner) },
  accessRequest: {
    table: sql`(select * from access_requests where account_id is not null)`,
    own: anyOf(takesPart('accessRequest'), accountOwner),
  },
  sandboxAccessRequest: {
    table: sql`(select * from access_requests where sandbox_id is not null)`,
    own: anyOf(takesPart('sandboxAccessRequest'), sandboxOwner),
  },
  sandboxRequest: { table: sql`sandbox_requests`, own: anyOf(takesPart('sandboxRequest'), sandboxOwner) },
  sandbox: { table: sql`sandboxes`, own: oneOf(sql`sandbox_owners`, sql`sandbox_id`) },
  apiKey: { table: sql`api_keys`, own: is(sql`owner_id`) },
  feedback: { table: sql`feedback`, own: is(sql`person_id`) },
  delegation: { table: sql`delegations`, own: anyOf(is(sql`person_id`), is(sql`delegate_id`)) },
  accessReview: { table: sql`access_reviews`, own: is(sql`created_by`) },
  approvalPolicy: ofAdministrators(sql`approval_policies`),
  policyChange: ofAdministrators(sql`(select change_id as id from approval_policies)`),
  channel: ofAdministrators(sql`notification_channels`),
  edgeRollout: ofAdministrators(sql`edge_rollouts`),
  emergencyProfile: ofAdministrators(sql`emergency_profiles`),
  person: ofAdministrators(sql`people`),
  queue: ofAdministrators(sql`(select unnest(${Object.keys(queueTitles)}::text[]) as id)`),
  sandboxHost: ofAdministrators(sql`sandbox_hosts`),
  sandboxTemplate: ofAdministrators(sql`sandbox_templates`),
  workRun: ofAdministrators(sql`work_runs`),
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const nothing = 'There is no such thing, or it was deleted.'

/** Whether the person may see what was done to a thing. @throws notFound */
export async function mayFollow(db: Db, actor: Person, { kind, id }: { kind: FollowedKind; id: string }): Promise<Verdict> {
  // Queues alone are called by a name.
  if (kind !== 'queue' && !uuid.test(id)) throw new Failure('notFound', nothing)
  const { table, own } = followed[kind]
  const { rows } = await sql<{ own: boolean }>`select ${own(actor.id)} as own from ${table} s where s.id = ${id} limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Failure('notFound', nothing)
  return followCan(actor, kind, row.own)
}

/** The events of a thing, of the alias `e`; of a policy also how its versions were decided on, of a run what was done with it and what it did. */
export function eventsOf({ kind, id }: { kind: FollowedKind; id: string }): RawBuilder<boolean> {
  if (kind === 'workRun') return eventsOfRun(id.toLowerCase())
  if (kind !== 'approvalPolicy')
    return sql<boolean>`e.subject_kind = ${kind} and e.subject_id = ${kind === 'queue' ? id : id.toLowerCase()}`
  return sql<boolean>`e.subject_kind in ('approvalPolicy', 'policyChange')
    and e.subject_id = any (array(select p.change_id::text from approval_policies p where p.id = ${id}) || ${id.toLowerCase()}::text)`
}

/** What administrators did with it is on record with what it is for; what it did itself leads back to it. */
const eventsOfRun = (id: string) => sql<boolean>`e.id = any (array(
  select o.id from audit_events o where o.subject_id = ${id} and o.subject_kind = 'workRun'
  union all
  select o.id from audit_events o where o.request_id = ${id}
  union all
  select o.id from work_runs r join audit_events o on o.subject_id = r.subject_id::text and o.subject_kind = r.subject_kind
  where r.id = ${id} and o.after ->> 'run' = ${id}))`
