import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { compileFilter } from '../../../http/filter.ts'
import { findPage, pageSize, SearchQuery, searchSize, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { type AccessQuery, parseAccessQuery } from './accessQuery.ts'
import { membershipsIn } from './conflicts.ts'
import { explain, tooBroadWarning } from './explain.ts'
import { type FoundGroup, findGroups, type GroupFilters, maxFound } from './findGroups.ts'
import { choicesOf, matchesFilters, presentQuery } from './groupFilters.ts'
import { groupList } from './list.ts'
import { listedRows, presentListed } from './queries.ts'
import { environments, FoundAccess } from './schemas.ts'

export const findAccess = operation({
  id: 'findAccess',
  method: 'GET',
  path: '/account-access/find',
  tag: 'account-access',
  summary: 'Find access groups for a task, least privilege first',
  description:
    'Describe the task, such as “deploy to checkout test”, or paste an Azure error with the denied action and scope. Actions are matched with the permissions of roles; other words match names of accounts, families, towers and groups, including close spellings. If no group is sufficient, the groups of that scope are returned and `sufficient` is false. Sort and filter by the fields of `listAccessGroupsAdv`.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...SearchQuery.properties,
      searchTerm: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      environment: Type.Optional(Type.Enum(environments)),
      tower: Type.Optional(Uuid),
      role: Type.Optional(Uuid),
      size: Type.Optional(pageSize(100, searchSize)),
    },
    { additionalProperties: false },
  ),
  responses: { 200: FoundAccess },
  errors: ['invalidFilter'],
  async prepare({ db, clients, actor, query }) {
    if (query.searchTerm.includes('\0')) {
      const message = 'The search contains an invalid character. Remove it and try again.'
      throw new Failure('invalidRequest', message, { errors: [{ field: 'searchTerm', message }] })
    }
    const question = await parseAccessQuery(db, query.searchTerm)
    const filters: GroupFilters = {
      ...(query.environment && { environment: query.environment }),
      ...(query.tower && { tower: query.tower }),
      ...(query.role && { role: query.role }),
    }
    const filter = query.filter?.trim() ? compileFilter(groupList.fields, query.filter) : undefined
    const hasUnknown = question.unknown.length > 0 || question.unknownSubscription !== undefined
    const hasNoQuestion = question.nameTerms.length === 0 && (hasUnknown || hasNoNeeds(question))
    const sufficientGroups = hasNoQuestion ? [] : await findGroups(db, actor, question, {})
    const relaxedNeeds = { ...question, needs: [], ambiguous: [] }
    const isSufficient = sufficientGroups.length > 0 || hasNoQuestion || question.nameTerms.length === 0
    const relaxedQuestion = isSufficient ? question : relaxedNeeds
    const allGroups =
      (isSufficient && !filter) || hasNoQuestion ? sufficientGroups : await findGroups(db, actor, relaxedQuestion, {}, filter)
    // Groups beyond the limit can match the filters too, so the search runs again with the filters.
    const isTruncated = allGroups.length > maxFound && Object.keys(filters).length > 0
    const foundGroups = isTruncated
      ? await findGroups(db, actor, relaxedQuestion, filters, filter)
      : allGroups.filter(matchesFilters(filters))
    const rankedGroups = foundGroups.slice(0, maxFound)
    const ordered = query.sort?.trim() ? await sortGroups(db, query.sort, rankedGroups) : rankedGroups
    const { page = 1, size = searchSize } = query
    const ids = ordered.slice((page - 1) * size, page * size).map(({ id }) => id)
    const rows = ids.length > 0 ? await listedRows(db, actor).where('g.id', 'in', ids).execute() : []
    const inDirectory = await membershipsIn(
      clients,
      actor.id,
      rows.flatMap((row) => row.directory_group_id ?? []),
    )
    return {
      question,
      narrowing: filters,
      all: allGroups,
      found: foundGroups,
      sufficient: isSufficient,
      page,
      size,
      ids,
      rows,
      inDirectory,
    }
  },
  async handler(
    { actor },
    { question, narrowing, all: allGroups, found: foundGroups, sufficient: isSufficient, page, size, ids, rows, inDirectory },
  ) {
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return {
      items: ids.flatMap((id) => {
        const row = rowsById.get(id)
        return row
          ? [{ group: presentListed(actor, row, inDirectory), reasons: explain(question, row), warning: tooBroadWarning(question, row) }]
          : []
      }),
      page,
      size,
      total: Math.min(foundGroups.length, maxFound),
      totalIsCapped: foundGroups.length > maxFound,
      sufficient: isSufficient,
      parsedQuery: presentQuery(question),
      facets: choicesOf(allGroups, narrowing),
    }
  },
})

/** @throws invalidFilter */
async function sortGroups(db: Db, sort: string, groups: FoundGroup[]): Promise<FoundGroup[]> {
  const selectedGroups: RawBuilder<boolean> = sql<boolean>`g.id = any (${groups.map(({ id }) => id)}::uuid[])`
  const { ids } = await findPage(db, groupList, { sort, size: maxFound }, selectedGroups)
  return sortByIds(ids, groups)
}

const hasNoNeeds = ({ needs, environments }: AccessQuery) => needs.length === 0 && environments.length === 0
