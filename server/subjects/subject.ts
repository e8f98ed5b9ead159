import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from './kinds.ts'

/** SQL condition: the row with the alias `s` belongs to this person. */
type OwnershipFilter = (person: string) => RawBuilder<boolean>

/** Kinds that only notifications and links use, because such a subject is shown on the page of another one. */
export type PageKind = 'accountAccess' | 'accountDeployments' | 'accountIncidents' | 'approvalSubstitute' | 'invariant'

/** Describes a kind of subject. The audit trail, links, notification scopes and the activity are derived from this description. */
export interface Subject {
  kind: SubjectKind | PageKind
  /** Path prefixes before the parameter that identifies a subject of this kind, such as `/towers/`. */
  paths?: readonly string[]
  /** Matches the parameter in the path, if a name identifies the subject instead of a UUID. */
  namePattern?: RegExp
  page?(id: string): string
  nameSource?: SubjectName
  titles?: Readonly<Record<string, { title: string }>>
  /** Returns SQL that selects one row (`account_id, family_id, tower_id`), which shows what the subject belongs to. */
  scope?(id: string): RawBuilder<unknown>
  activity?: Activity
}

interface SubjectName {
  table: RawBuilder<unknown>
  name: RawBuilder<string>
  /**
   * True if the audit trail's search by name leaves these subjects out, because there are too many, or because their names contain other
   * names.
   */
  excludedFromSearch?: true
}

export interface Activity {
  table: RawBuilder<unknown>
  /** The filter must not match people who can’t see the subject. */
  own: OwnershipFilter
  deniedMessage: string
}

export const anyOf =
  (...each: OwnershipFilter[]): OwnershipFilter =>
  (person) =>
    sql<boolean>`(${sql.join(
      each.map((filter) => filter(person)),
      sql` or `,
    )})`

/** SQL condition: the person is in a link table, with the subject in `column`. */
export const oneOf =
  (link: RawBuilder<unknown>, column: RawBuilder<unknown>, reference: RawBuilder<unknown> = sql`s.id`): OwnershipFilter =>
  (person) =>
    sql<boolean>`exists (select from ${link} l where l.${column} = ${reference} and l.person_id = ${person})`

export const isPersonOf =
  (column: RawBuilder<unknown>): OwnershipFilter =>
  (person) =>
    sql<boolean>`s.${column} = ${person}`

/** SQL condition: people who can see the request. These are the requester and current or former approvers. */
export const isParticipant = (kind: SubjectKind): OwnershipFilter =>
  anyOf(
    isPersonOf(sql`requester_id`),
    (person) =>
      sql<boolean>`exists (select from approvals a where a.subject_kind = ${kind} and a.subject_id = s.id and ${hadSeat(person)})`,
  )

/**
 * SQL condition: the person voted on the approval `a`, another person voted with the seat of this person, or the approval is pending and
 * the person has a seat in it.
 */
export const hadSeat: OwnershipFilter = (person) => sql<boolean>`(
  exists (select from approval_decisions d where d.approval_id = a.id and (d.approver_id = ${person} or d.on_behalf_of = ${person}))
  or (a.status = 'pending' and exists (select from stage_approvers p where p.approval_id = a.id and p.person_id = ${person})))`

export const accountOwner = oneOf(sql`account_owners`, sql`account_id`, sql`s.account_id`)
export const sandboxOwner = oneOf(sql`sandbox_owners`, sql`sandbox_id`, sql`s.sandbox_id`)
export const requestDeniedMessage = 'Only the requester, approvers, owners, administrators and auditors can see this activity.'

export const administratorsOnly = (table: RawBuilder<unknown>, subjectLabel: string): Activity => ({
  table,
  own: () => sql<boolean>`false`,
  deniedMessage: `Only administrators and auditors can see the activity of ${subjectLabel}.`,
})

export const scopeOfAccount = (id: string) => sql`select id as account_id, family_id, tower_id from accounts where id = ${id}`
export const scopeOfAccountIn = (reference: RawBuilder<unknown>) =>
  sql`select a.id as account_id, a.family_id, a.tower_id from accounts a where a.id = (${reference})`
export const scopeOfSandbox = (id: string) =>
  sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandboxes where id = ${id}`
export const scopeOfGroup = (group: RawBuilder<unknown>) => sql`
  select g.account_id, a.family_id, coalesce(a.tower_id, s.tower_id) as tower_id from access_groups g
  left join accounts a on a.id = g.account_id left join sandboxes s on s.id = g.sandbox_id where g.id = (${group})`
