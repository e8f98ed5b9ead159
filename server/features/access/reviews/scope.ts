import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import type { ScopeFacts } from './policy.ts'
import type { ReviewPlan } from './schemas.ts'

/** A larger review has to be split, because it has too many items to decide and queries process a review as a whole. */
export const maxMemberships = 10_000

export type ReviewScope = ReviewPlan['scope']
interface NamedScope extends ScopeFacts, ReviewScope {
  name: string
}

interface ScopeColumns {
  environments: Environment[]
  account_id: string | null
  group_id: string | null
  tower_id: string | null
}

export function scopeOf({ account_id, group_id, tower_id, environments }: ScopeColumns): Required<ReviewScope> {
  if (account_id) return { kind: 'account', id: account_id, environments }
  return group_id ? { kind: 'group', id: group_id, environments } : { kind: 'tower', id: tower_id!, environments }
}

export const subjectOf = ({ kind, id }: ReviewScope) => ({ kind: kind === 'group' ? 'accessGroup' : kind, id })

export const responsiblePeopleSql = sql<{ id: string }[]>`coalesce((select json_agg(json_build_object('id', c.person_id)) from (
    select o.person_id from account_owners o
    where o.account_id = coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))
    union
    select t.person_id from tower_leads t where t.tower_id = coalesce(r.tower_id, (select a.tower_id from accounts a
      where a.id = coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))))) c), '[]'::json)`

/** @throws notFound, invalidRequest */
export async function requireScope(db: Db, { kind, id, environments = [] }: ReviewScope): Promise<NamedScope> {
  if (environments.length > 0 && kind !== 'tower') {
    const message = 'Only the review of a tower can be limited to environments.'
    throw new Failure('invalidRequest', message, { errors: [{ field: 'scope.environments', message }] })
  }
  const name = {
    account: sql`select a.name from accounts a where a.id = ${id} and a.status = 'active'`,
    group: sql`select g.name from access_groups g where g.id = ${id} and g.status = 'ready'`,
    tower: sql`select t.name from towers t where t.id = ${id}`,
  }[kind]
  const { rows } = await sql<{ name: string; responsiblePeople: { id: string }[] }>`
    select (${name}) as name, ${responsiblePeopleSql} as "responsiblePeople"
    from (select ${kind === 'account' ? id : null}::uuid as account_id, ${kind === 'group' ? id : null}::uuid as group_id,
      ${kind === 'tower' ? id : null}::uuid as tower_id) r`.execute(db)
  const [scopeRow] = rows
  if (!scopeRow?.name) throw new Failure('notFound', `This ${kind} doesn’t exist or isn’t active.`)
  return { kind, id: id.toLowerCase(), environments, name: scopeRow.name, responsiblePeople: scopeRow.responsiblePeople }
}

/** Matches ready groups of the scope; `g` is the group and `a` its account. */
export function inScope({ kind, id, environments = [] }: ReviewScope): RawBuilder<boolean> {
  const scopeFilter = {
    account: sql`g.account_id = ${id}`,
    group: sql`g.id = ${id}`,
    tower: environments.length === 0 ? sql`a.tower_id = ${id}` : sql`a.tower_id = ${id} and a.environment = any(${environments})`,
  }[kind]
  return sql<boolean>`${scopeFilter} and g.status = 'ready' and a.status = 'active'`
}

export async function hasReviewScope(db: Db, actor: Person): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select from account_owners o join accounts a on a.id = o.account_id and a.status = 'active' where o.person_id = ${actor.id})
      or exists (select from tower_leads t where t.person_id = ${actor.id}) as yes`.execute(db)
  return rows[0]!.yes
}
