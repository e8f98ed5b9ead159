import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { compileFilter } from '../../../http/filter.ts'
import { findPage, inOrder, pageSize, SearchQuery, searchSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { membershipsIn } from './conflicts.ts'
import { explain, tooMuch } from './explain.ts'
import { type FoundGroup, findGroups, maxFound, type Narrowing } from './findGroups.ts'
import { groupList } from './list.ts'
import { choicesOf, fits, understood } from './narrow.ts'
import { listedRows, presentListed } from './queries.ts'
import { type Question, readQuestion } from './question.ts'
import { environments, FoundAccess } from './schemas.ts'

export const findAccess = operation({
  id: 'findAccess',
  method: 'GET',
  path: '/account-access/find',
  tag: 'account-access',
  summary: 'Find access groups for a task, least privilege first',
  description:
    'Such as “deploy to checkout test”. Actions are matched with what roles allow, and the rest with names of accounts, families, towers and groups. Close spellings match. You can paste an Azure error that names the denied action and scope. If no group is sufficient, the groups of that scope are returned and `sufficient` is false. Sort and filter by the fields of `listAccessGroupsAdv`.',
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
  answers: { 200: FoundAccess },
  errors: ['invalidFilter'],
  async prepare({ db, clients, actor, query }) {
    if (query.searchTerm.includes('\0')) {
      const message = 'The search contains a character that can’t be read.'
      throw new Failure('invalidRequest', message, { errors: [{ field: 'searchTerm', message }] })
    }
    const question = await readQuestion(db, query.searchTerm)
    const narrowing: Narrowing = {
      ...(query.environment && { environment: query.environment }),
      ...(query.tower && { tower: query.tower }),
      ...(query.role && { role: query.role }),
    }
    const filter = query.filter?.trim() ? compileFilter(groupList.fields, query.filter) : undefined
    const nothing = question.nameTerms.length === 0 && (question.unknown.length > 0 || asksNothing(question))
    const suffices = nothing ? [] : await findGroups(db, actor, question, {})
    const relaxed = { ...question, needs: [], ambiguous: [] }
    const sufficient = suffices.length > 0 || nothing || question.nameTerms.length === 0
    const asked = sufficient ? question : relaxed
    const all = (sufficient && !filter) || nothing ? suffices : await findGroups(db, actor, asked, {}, filter)
    // Groups beyond the limit can match the filters, so the search runs again with them.
    const cut = all.length > maxFound && Object.keys(narrowing).length > 0
    const found = cut ? await findGroups(db, actor, asked, narrowing, filter) : all.filter(fits(narrowing))
    const ranked = found.slice(0, maxFound)
    const ordered = query.sort?.trim() ? await sortedBy(db, query.sort, ranked) : ranked
    const { page = 1, size = searchSize } = query
    const ids = ordered.slice((page - 1) * size, page * size).map(({ id }) => id)
    const rows = ids.length > 0 ? await listedRows(db, actor).where('g.id', 'in', ids).execute() : []
    const inDirectory = await membershipsIn(
      clients,
      actor.id,
      rows.flatMap((row) => row.directory_group_id ?? []),
    )
    return { question, narrowing, all, found, sufficient, page, size, ids, rows, inDirectory }
  },
  async handler({ actor }, { question, narrowing, all, found, sufficient, page, size, ids, rows, inDirectory }) {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      items: ids.flatMap((id) => {
        const row = byId.get(id)
        return row ? [{ group: presentListed(actor, row, inDirectory), why: explain(question, row), tooMuch: tooMuch(question, row) }] : []
      }),
      page,
      size,
      total: Math.min(found.length, maxFound),
      totalIsCapped: found.length > maxFound,
      sufficient,
      understood: understood(question),
      narrow: choicesOf(all, narrowing),
    }
  },
})

/** Sorts the found groups by the `sort` parameter of group lists. @throws invalidFilter */
async function sortedBy(db: Db, sort: string, groups: FoundGroup[]): Promise<FoundGroup[]> {
  const those: RawBuilder<boolean> = sql<boolean>`g.id = any (${groups.map(({ id }) => id)}::uuid[])`
  const { ids } = await findPage(db, groupList, { sort, size: maxFound }, those)
  return inOrder(ids, groups)
}

const asksNothing = ({ needs, environments }: Question) => needs.length === 0 && environments.length === 0
