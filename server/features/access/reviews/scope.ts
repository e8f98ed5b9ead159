import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { ScopeFacts } from './policy.ts'
import type { ReviewPlan } from './schemas.ts'

/** Campaigns beyond this are split: nobody decides on more, and everything about one is worked out at once. */
export const mostMemberships = 10_000

export type Scope = ReviewPlan['scope']
export interface NamedScope extends ScopeFacts, Scope {
  name: string
}

interface ScopeColumns {
  account_id: string | null
  group_id: string | null
  tower_id: string | null
}

export const scopeOf = ({ account_id, group_id, tower_id }: ScopeColumns): Scope =>
  account_id ? { kind: 'account', id: account_id } : group_id ? { kind: 'group', id: group_id } : { kind: 'tower', id: tower_id! }

/** What an audit event calls it. */
export const subjectOf = ({ kind, id }: Scope) => ({ kind: kind === 'group' ? 'accessGroup' : kind, id })

/** Whoever is in charge of what `r`, a review, is about: the account's owners and its tower's leads. */
export const inChargeOfReview = sql<{ id: string }[]>`coalesce((select json_agg(json_build_object('id', c.person_id)) from (
    select o.person_id from account_owners o
    where o.account_id = coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))
    union
    select t.person_id from tower_leads t where t.tower_id = coalesce(r.tower_id, (select a.tower_id from accounts a
      where a.id = coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))))) c), '[]'::json)`

/** What is to be reviewed, by name, and who is in charge of it. @throws notFound */
export async function requireScope(db: Db, { kind, id }: Scope): Promise<NamedScope> {
  const name = {
    account: sql`select a.name from accounts a where a.id = ${id} and a.status = 'active'`,
    group: sql`select g.name from access_groups g where g.id = ${id} and g.status = 'ready'`,
    tower: sql`select t.name from towers t where t.id = ${id}`,
  }[kind]
  const { rows } = await sql<{ name: string; inCharge: { id: string }[] }>`
    select (${name}) as name, ${inChargeOfReview} as "inCharge"
    from (select ${kind === 'account' ? id : null}::uuid as account_id, ${kind === 'group' ? id : null}::uuid as group_id,
      ${kind === 'tower' ? id : null}::uuid as tower_id) r`.execute(db)
  const [found] = rows
  if (!found?.name) throw new Failure('notFound', `This ${kind} doesn’t exist or isn’t in use.`)
  return { kind, id: id.toLowerCase(), name: found.name, inCharge: found.inCharge }
}

/** The groups that belong to the scope and can have members; `g` is the group and `a` its account. */
export function inScope({ kind, id }: Scope): RawBuilder<boolean> {
  const which = {
    account: sql`g.account_id = ${id}`,
    group: sql`g.id = ${id}`,
    tower: sql`a.tower_id = ${id}`,
  }[kind]
  return sql<boolean>`${which} and g.status = 'ready' and a.status = 'active'`
}

/** Whether the actor owns an account in use or leads a tower. */
export async function isInChargeOfAny(db: Db, actor: Person): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select from account_owners o join accounts a on a.id = o.account_id and a.status = 'active' where o.person_id = ${actor.id})
      or exists (select from tower_leads t where t.person_id = ${actor.id}) as yes`.execute(db)
  return rows[0]!.yes
}
