import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from './kinds.ts'

/** SQL condition: the row with the alias `s` belongs to this person. */
export type OwnershipFilter = (person: string) => RawBuilder<boolean>

/** Kinds that only notifications and links use, because each is a part of another subject’s page. */
export type PageKind = 'accountAccess' | 'accountDeployments' | 'accountIncidents' | 'approvalSubstitute' | 'invariant'

/** Describes a kind of subject. Audit, links, notification scopes and activity are derived from this description. */
export interface Subject {
  kind: SubjectKind | PageKind
  /** Path prefixes before a parameter that identifies one, such as `/towers/`. */
  paths?: readonly string[]
  /** Matches the parameter in the path if the subject is identified by a name instead of a UUID. */
  namePattern?: RegExp
  page?(id: string): string
  named?: SubjectName
  /** Titles by ID, for subjects defined in the code. */
  titles?: Readonly<Record<string, { title: string }>>
  /** Returns SQL that selects one row (`account_id, family_id, tower_id`): what the subject belongs to. */
  scope?(id: string): RawBuilder<unknown>
  /** People who can see its activity, besides administrators and auditors. */
  activity?: Activity
}

export interface SubjectName {
  table: RawBuilder<unknown>
  name: RawBuilder<string>
  /** Excluded from the audit trail's search by name: there are too many, or the names derive from others. */
  unsearched?: true
}

export interface Activity {
  table: RawBuilder<unknown>
  /** The filter must not match people who can’t see the subject. */
  own: OwnershipFilter
  refusal: string
}

export const anyOf =
  (...each: OwnershipFilter[]): OwnershipFilter =>
  (person) =>
    sql<boolean>`(${sql.join(
      each.map((own) => own(person)),
      sql` or `,
    )})`

/** SQL condition: the person is in a link table, with the subject in `column`. */
export const oneOf =
  (link: RawBuilder<unknown>, column: RawBuilder<unknown>, of: RawBuilder<unknown> = sql`s.id`): OwnershipFilter =>
  (person) =>
    sql<boolean>`exists (select from ${link} l where l.${column} = ${of} and l.person_id = ${person})`

export const is =
  (column: RawBuilder<unknown>): OwnershipFilter =>
  (person) =>
    sql<boolean>`s.${column} = ${person}`

/** SQL condition: people who can see the request, which are the requester and current or former approvers. */
export const isParticipant = (kind: SubjectKind): OwnershipFilter =>
  anyOf(
    is(sql`requester_id`),
    (person) =>
      sql<boolean>`exists (select from approvals a where a.subject_kind = ${kind} and a.subject_id = s.id and ${hadSeat(person)})`,
  )

/**
 * SQL condition: the person voted on the approval `a`, or another person voted with their seat, or they have a seat while it is pending.
 */
export const hadSeat: OwnershipFilter = (person) => sql<boolean>`(
  exists (select from approval_decisions d where d.approval_id = a.id and (d.approver_id = ${person} or d.on_behalf_of = ${person}))
  or (a.status = 'pending' and exists (select from stage_approvers p where p.approval_id = a.id and p.person_id = ${person})))`

export const accountOwner = oneOf(sql`account_owners`, sql`account_id`, sql`s.account_id`)
export const sandboxOwner = oneOf(sql`sandbox_owners`, sql`sandbox_id`, sql`s.sandbox_id`)
export const requestRefusal = 'Only the requester, approvers, owners, administrators and auditors can see this activity.'

/** Activity that only administrators and auditors can see. @param what such as `queues` */
export const ofAdministrators = (table: RawBuilder<unknown>, what: string): Activity => ({
  table,
  own: () => sql<boolean>`false`,
  refusal: `What was done to ${what} is for administrators and auditors.`,
})

export const scopeOfAccount = (id: string) => sql`select id as account_id, family_id, tower_id from accounts where id = ${id}`
/** @param of SQL for an account's ID */
export const scopeOfAccountIn = (of: RawBuilder<unknown>) =>
  sql`select a.id as account_id, a.family_id, a.tower_id from accounts a where a.id = (${of})`
export const scopeOfSandbox = (id: string) =>
  sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandboxes where id = ${id}`
/** @param group SQL for an access group's ID */
export const scopeOfGroup = (group: RawBuilder<unknown>) => sql`
  select g.account_id, a.family_id, coalesce(a.tower_id, s.tower_id) as tower_id from access_groups g
  left join accounts a on a.id = g.account_id left join sandboxes s on s.id = g.sandbox_id where g.id = (${group})`
