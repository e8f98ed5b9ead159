import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from './kinds.ts'

/** Whether a row of the alias `s` is this person's. */
export type Whose = (person: string) => RawBuilder<boolean>

/** Kinds that only notifications and links know: a part of another subject's page. */
export type PageKind = 'accountAccess' | 'accountDeployments' | 'accountIncidents' | 'approvalCover' | 'invariant'

/** What one kind of thing is. Everything that goes by kinds derives from these: audit, links, notification scopes, activity. */
export interface Subject {
  kind: SubjectKind | PageKind
  /** How addresses of the API begin after which a parameter names one, such as `/towers/`. */
  paths?: readonly string[]
  /** The parameter is a name, which matches this, and no UUID. */
  namePattern?: RegExp
  /** Its page in the portal, below `/app`. */
  page?(id: string): string
  /** How the audit trail finds what it is called. */
  named?: Named
  /** Titles by id, of things that live in the code. */
  titles?: Readonly<Record<string, { title: string }>>
  /** A statement of the one row `account_id, family_id, tower_id` that it belongs to. */
  scope?(id: string): RawBuilder<unknown>
  /** Who can follow what is done to it, beside administrators and auditors. */
  activity?: Activity
}

export interface Named {
  /** Where those of the kind live, with an `id`. */
  table: RawBuilder<unknown>
  /** What it is called, of the alias `s`. */
  name: RawBuilder<string>
  /** The audit trail does not search these by name: there are too many, or their names are made up of others. */
  unsearched?: true
}

export interface Activity {
  /** Where those of the kind live, with an `id`; of the alias `s`. */
  table: RawBuilder<unknown>
  /** Never more people than can read the thing itself. */
  own: Whose
  /** Why everybody else cannot. */
  refusal: string
}

export const anyOf =
  (...each: Whose[]): Whose =>
  (person) =>
    sql<boolean>`(${sql.join(
      each.map((own) => own(person)),
      sql` or `,
    )})`

/** The person stands in a table of people, with the thing in `column`. */
export const oneOf =
  (link: RawBuilder<unknown>, column: RawBuilder<unknown>, of: RawBuilder<unknown> = sql`s.id`): Whose =>
  (person) =>
    sql<boolean>`exists (select from ${link} l where l.${column} = ${of} and l.person_id = ${person})`

export const is =
  (column: RawBuilder<unknown>): Whose =>
  (person) =>
    sql<boolean>`s.${column} = ${person}`

/** The requester, and those who have or had a seat: those who can read the request. */
export const takesPart = (kind: SubjectKind): Whose =>
  anyOf(
    is(sql`requester_id`),
    (person) =>
      sql<boolean>`exists (select from approvals a where a.subject_kind = ${kind} and a.subject_id = s.id and ${hadSeat(person)})`,
  )

/** That the person has voted on the approval `a`, that another has voted with their seat, or that they have a seat while it is pending. */
export const hadSeat: Whose = (person) => sql<boolean>`(
  exists (select from approval_decisions d where d.approval_id = a.id and (d.approver_id = ${person} or d.on_behalf_of = ${person}))
  or (a.status = 'pending' and exists (select from stage_approvers p where p.approval_id = a.id and p.person_id = ${person})))`

export const accountOwner = oneOf(sql`account_owners`, sql`account_id`, sql`s.account_id`)
export const sandboxOwner = oneOf(sql`sandbox_owners`, sql`sandbox_id`, sql`s.sandbox_id`)
/** The refusal of requests. */
export const requestRefusal = 'Its activity is for whoever asked, those who decide on it, and the owners.'

/** The activity of what administrators and auditors alone can follow. @param what such as `queues` */
export const ofAdministrators = (table: RawBuilder<unknown>, what: string): Activity => ({
  table,
  own: () => sql<boolean>`false`,
  refusal: `What was done to ${what} is for administrators and auditors.`,
})

export const scopeOfAccount = (id: string) => sql`select id as account_id, family_id, tower_id from accounts where id = ${id}`
/** @param of a statement of the id of an account */
export const scopeOfAccountIn = (of: RawBuilder<unknown>) =>
  sql`select a.id as account_id, a.family_id, a.tower_id from accounts a where a.id = (${of})`
export const scopeOfSandbox = (id: string) =>
  sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandboxes where id = ${id}`
/** @param group a statement of the id of an access group */
export const scopeOfGroup = (group: RawBuilder<unknown>) => sql`
  select g.account_id, a.family_id, coalesce(a.tower_id, s.tower_id) as tower_id from access_groups g
  left join accounts a on a.id = g.account_id left join sandboxes s on s.id = g.sandbox_id where g.id = (${group})`
