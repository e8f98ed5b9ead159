import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { likePattern } from '../../../http/filter.ts'
import type { AccessQuery, TermPosition } from './accessQuery.ts'
import { groupHasRole } from './list.ts'

/** The largest number of groups that one search ranks. A question with more results is too broad to browse. */
export const maxFound = 500
/** The number of groups that are read before they are ranked, if the question names no account, family, tower or group. */
const maxCandidates = 2_000

export interface GroupFilters {
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
  /** True if the name in the question occurs in descriptions only. */
  isFuzzy: boolean
}

const startsWithTerm = (text: RawBuilder<unknown>, term: string) => sql<boolean>`${text} like ${`% ${likePattern(term)}%`}`
const joinWithOr = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const ownTerms = sql`split_part(g.search_text, '|', 1)`
const parentNames = sql`(' ' || translate(lower(f.name || ' ' || t.name || ' ' || t.code), '-/&', '   '))`

/**
 * Ranks how well names match. A whole word of the group or account counts most, then a prefix, then the family and tower. A name that
 * occurs in descriptions only makes a fuzzy match.
 */
function rankByName(nameTerms: TermPosition[]): { rank: RawBuilder<number>; isFuzzy: RawBuilder<boolean> } {
  if (nameTerms.length === 0) return { rank: sql<number>`0`, isFuzzy: sql<boolean>`false` }
  const nameScores = nameTerms.map(
    ({ nameCandidates }) => sql<number>`case
      when ${joinWithOr(nameCandidates.map((term) => sql<boolean>`${ownTerms} like ${`% ${likePattern(term)} %`}`))} then 3
      when ${joinWithOr(nameCandidates.map((term) => startsWithTerm(ownTerms, term)))} then 2
      when ${joinWithOr(nameCandidates.map((term) => startsWithTerm(parentNames, term)))} then 1 else 0 end`,
  )
  return { rank: sql<number>`(${sql.join(nameScores, sql` + `)})`, isFuzzy: sql<boolean>`(least(${sql.join(nameScores)}) = 0)` }
}

function conditionsOf({
  needs,
  environments,
  nameTerms,
  accountId,
}: Pick<AccessQuery, 'needs' | 'environments' | 'nameTerms' | 'accountId'>): RawBuilder<boolean>[] {
  return [
    ...needs.map(({ oneOf }) => sql<boolean>`g.abilities && ${oneOf}::text[]`),
    ...(environments.length > 0 ? [sql<boolean>`a.environment = any (${environments.map((each) => each.environment)}::text[])`] : []),
    // An account that the question identifies by subscription ID doesn’t have to match by name.
    ...(accountId
      ? [sql<boolean>`g.account_id = ${accountId}`]
      : nameTerms.map(({ nameCandidates }) => joinWithOr(nameCandidates.map((term) => startsWithTerm(sql`g.search_text`, term))))),
  ]
}

interface QueryInterpretation {
  conditions: RawBuilder<boolean>[]
  nameTerms: TermPosition[]
}

/**
 * The first interpretation uses the meaning of words. The second treats them as names of groups and accounts, because “image-build” can be
 * the name of a system.
 */
function interpretationsOf(query: AccessQuery): QueryInterpretation[] {
  const { nameTerms, ambiguous } = query
  const literal = { conditions: conditionsOf(query), nameTerms }
  if (ambiguous.length === 0) return [literal]
  const names = ambiguous.map((term) => ({ word: term, nameCandidates: [term] }))
  const conditions = conditionsOf({ needs: query.needsWithout, environments: [], nameTerms: [...nameTerms, ...names] })
  return [
    literal,
    { conditions: [...conditions, ...ambiguous.map((term) => startsWithTerm(ownTerms, term))], nameTerms: [...nameTerms, ...names] },
  ]
}

const tables = sql`access_groups g join accounts a on a.id = g.account_id
  join families f on f.id = a.family_id join towers t on t.id = a.tower_id`

/**
 * Finds the groups for one interpretation. A question without a name matches nearly every account, so the search keeps only the narrowest
 * groups and the nearby groups.
 */
function selectMatches({ conditions, nameTerms }: QueryInterpretation, index: number, actor: Person): RawBuilder<unknown> {
  const { rank, isFuzzy } = rankByName(nameTerms)
  const matchingQuery = (
    extraConditions: RawBuilder<boolean>[],
    end = sql``,
  ) => sql`(select g.id, ${index}::int as reading, ${rank} as fit, ${isFuzzy} as is_fuzzy
    from ${tables} where ${sql.join([...conditions, ...extraConditions], sql` and `)} ${end})`
  if (nameTerms.length > 0) return matchingQuery([])
  const leastPrivilegedFirst = sql`order by g.breadth, g.id limit ${maxCandidates}`
  return sql`${matchingQuery([], leastPrivilegedFirst)} union all ${matchingQuery([sql<boolean>`g.account_id = any (array(${nearbyAccounts(actor)}))`], leastPrivilegedFirst)}`
}

/** Nearby accounts are owned by the person or belong to the tower of the person’s department. */
const nearbyAccounts = (actor: Person) => sql`select o.account_id from account_owners o where o.person_id = ${actor.id}
  union select n.id from people p join towers t on t.name = p.department join accounts n on n.tower_id = t.id where p.id = ${actor.id}`

/**
 * Finds groups that are sufficient, the narrowest and nearest first. Groups that can’t be requested come last.
 * @param filter a further condition on the group `g` or its account `a`
 */
export async function findGroups(
  db: Db,
  actor: Person,
  query: AccessQuery,
  filters: GroupFilters,
  filter?: RawBuilder<boolean>,
): Promise<FoundGroup[]> {
  const fixedConditions = [
    sql<boolean>`g.status = 'ready'`,
    sql<boolean>`g.status <> 'deleted'`,
    sql<boolean>`a.status = 'active'`,
    ...(filters.environment ? [sql<boolean>`a.environment = ${filters.environment}`] : []),
    ...(filters.tower ? [sql<boolean>`a.tower_id = ${filters.tower}`] : []),
    ...(filters.role ? [groupHasRole(filters.role)] : []),
    ...(filter ? [filter] : []),
  ]
  const readings = interpretationsOf(query).map((reading, index) =>
    selectMatches({ ...reading, conditions: [...fixedConditions, ...reading.conditions] }, index, actor),
  )
  const { rows } = await sql<FoundGroup>`with fitting as (${sql.join(readings, sql` union all `)}),
    best as (select distinct on (id) id, reading, fit, is_fuzzy from fitting order by id, is_fuzzy, reading, fit desc)
    select g.id, a.environment, a.tower_id, t.name as tower_name, g.roles, best.is_fuzzy as "isFuzzy"
    from best join (${tables}) on g.id = best.id
    order by g.requestable desc, best.is_fuzzy, best.reading, best.fit desc, g.breadth,
      exists (select from account_owners o where o.account_id = a.id and o.person_id = ${actor.id}) desc,
      t.name = (select p.department from people p where p.id = ${actor.id}) desc nulls last, length(a.name), g.name, g.id
    limit ${maxFound + 1}`.execute(db)
  const exactRows = rows.filter(({ isFuzzy }) => !isFuzzy)
  return exactRows.length > 0 ? exactRows : rows
}
