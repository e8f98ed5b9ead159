import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { likePattern } from '../../../http/filter.ts'
import { carries } from './list.ts'
import type { Place, Question } from './question.ts'

/** Groups ranked in one search; a question with more results is too broad to browse. */
export const maxFound = 500
/** Groups read before ranking if the question names no place. */
const maxOfAnyPlace = 2_000

export interface Narrowing {
  environment?: Environment
  tower?: string
  role?: string
}

export interface FoundGroup {
  id: string
  environment: Environment
  tower_id: string
  tower_name: string
  roles: { roleDefinitionId: string; roleName: string }[]
  /** The named place occurs in descriptions only. */
  loose: boolean
}

const wordBegins = (text: RawBuilder<unknown>, word: string) => sql<boolean>`${text} like ${`% ${likePattern(word)}%`}`
const or = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const ownTerms = sql`split_part(g.find_text, '|', 1)`
const aroundIt = sql`(' ' || translate(lower(f.name || ' ' || t.name || ' ' || t.code), '-/&', '   '))`

/**
 * Ranks how well names match: a whole word of the group or account counts most, then a prefix, then the family and tower. A place found in
 * descriptions only makes a loose match.
 */
function fitOf(nameTerms: Place[]): { fit: RawBuilder<number>; loose: RawBuilder<boolean> } {
  if (nameTerms.length === 0) return { fit: sql<number>`0`, loose: sql<boolean>`false` }
  const points = nameTerms.map(
    ({ meant }) => sql<number>`case
      when ${or(meant.map((word) => sql<boolean>`${ownTerms} like ${`% ${likePattern(word)} %`}`))} then 3
      when ${or(meant.map((word) => wordBegins(ownTerms, word)))} then 2
      when ${or(meant.map((word) => wordBegins(aroundIt, word)))} then 1 else 0 end`,
  )
  return { fit: sql<number>`(${sql.join(points, sql` + `)})`, loose: sql<boolean>`(least(${sql.join(points)}) = 0)` }
}

function conditionsOf({
  needs,
  environments,
  nameTerms,
  accountId,
}: Pick<Question, 'needs' | 'environments' | 'nameTerms' | 'accountId'>): RawBuilder<boolean>[] {
  return [
    ...needs.map(({ oneOf }) => sql<boolean>`g.abilities && ${oneOf}::text[]`),
    ...(environments.length > 0 ? [sql<boolean>`a.environment = any (${environments.map((each) => each.environment)}::text[])`] : []),
    // An account that its subscription id identifies doesn’t have to match by name.
    ...(accountId
      ? [sql<boolean>`g.account_id = ${accountId}`]
      : nameTerms.map(({ meant }) => or(meant.map((word) => wordBegins(sql`g.find_text`, word))))),
  ]
}

interface Reading {
  conditions: RawBuilder<boolean>[]
  nameTerms: Place[]
}

/**
 * The first interpretation takes words by their meaning. The second takes them as names of groups and accounts, because “image-build” can
 * be a system.
 */
function readingsOf(question: Question): Reading[] {
  const { nameTerms, ambiguous } = question
  const literal = { conditions: conditionsOf(question), nameTerms }
  if (ambiguous.length === 0) return [literal]
  const names = ambiguous.map((word) => ({ word, meant: [word] }))
  const conditions = conditionsOf({ needs: question.needsWithout, environments: [], nameTerms: [...nameTerms, ...names] })
  return [
    literal,
    { conditions: [...conditions, ...ambiguous.map((word) => wordBegins(ownTerms, word))], nameTerms: [...nameTerms, ...names] },
  ]
}

const tables = sql`access_groups g join accounts a on a.id = g.account_id
  join families f on f.id = a.family_id join towers t on t.id = a.tower_id`

/**
 * Finds the groups for one interpretation. A question without a place matches nearly every account, so the search keeps the narrowest
 * groups and the ones nearby.
 */
function fitting({ conditions, nameTerms }: Reading, place: number, actor: Person): RawBuilder<unknown> {
  const { fit, loose } = fitOf(nameTerms)
  const some = (more: RawBuilder<boolean>[], end = sql``) => sql`(select g.id, ${place}::int as reading, ${fit} as fit, ${loose} as loose
    from ${tables} where ${sql.join([...conditions, ...more], sql` and `)} ${end})`
  if (nameTerms.length > 0) return some([])
  const smallest = sql`order by g.breadth, g.id limit ${maxOfAnyPlace}`
  return sql`${some([], smallest)} union all ${some([sql<boolean>`g.account_id = any (array(${accountsNear(actor)}))`], smallest)}`
}

/** Nearby accounts are owned by the person or belong to the tower of the person’s department. */
const accountsNear = (actor: Person) => sql`select o.account_id from account_owners o where o.person_id = ${actor.id}
  union select n.id from people p join towers t on t.name = p.department join accounts n on n.tower_id = t.id where p.id = ${actor.id}`

/**
 * Finds groups that suffice, the narrowest and nearest first; groups that can’t be requested come last.
 * @param filter a further condition on the group `g` or its account `a`
 */
export async function findGroups(
  db: Db,
  actor: Person,
  question: Question,
  narrowing: Narrowing,
  filter?: RawBuilder<boolean>,
): Promise<FoundGroup[]> {
  const always = [
    sql<boolean>`g.status = 'ready'`,
    sql<boolean>`g.status <> 'deleted'`,
    sql<boolean>`a.status = 'active'`,
    ...(narrowing.environment ? [sql<boolean>`a.environment = ${narrowing.environment}`] : []),
    ...(narrowing.tower ? [sql<boolean>`a.tower_id = ${narrowing.tower}`] : []),
    ...(narrowing.role ? [carries(narrowing.role)] : []),
    ...(filter ? [filter] : []),
  ]
  const readings = readingsOf(question).map((reading, place) =>
    fitting({ ...reading, conditions: [...always, ...reading.conditions] }, place, actor),
  )
  const { rows } = await sql<FoundGroup>`with fitting as (${sql.join(readings, sql` union all `)}),
    best as (select distinct on (id) id, reading, fit, loose from fitting order by id, loose, reading, fit desc)
    select g.id, a.environment, a.tower_id, t.name as tower_name, g.roles, best.loose
    from best join (${tables}) on g.id = best.id
    order by g.requestable desc, best.loose, best.reading, best.fit desc, g.breadth,
      exists (select from account_owners o where o.account_id = a.id and o.person_id = ${actor.id}) desc,
      t.name = (select p.department from people p where p.id = ${actor.id}) desc nulls last, length(a.name), g.name, g.id
    limit ${maxFound + 1}`.execute(db)
  const tight = rows.filter(({ loose }) => !loose)
  return tight.length > 0 ? tight : rows
}
