import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, nextLink, SearchQuery, searchSize } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { notDeletedSql, sandboxList } from './list.ts'
import { loadSandboxes } from './queries.ts'
import { visibleTo } from './sandboxRows.ts'
import { SandboxSummary } from './schemas.ts'

export const searchSandboxes = operation({
  id: 'searchSandboxes',
  method: 'GET',
  path: '/sandboxes/search',
  tag: 'sandboxes',
  summary: 'Search sandboxes, best match first',
  description:
    'Searches the name, purpose, owners and request reference. If nothing matches exactly, close spellings match. Returns 20 per page unless you set `size`; the header `link` has the next page.',
  access: 'signedIn',
  query: SearchQuery,
  responses: { 200: Type.Array(SandboxSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { searchTerm, ...query }, now }) {
    const at = now()
    const scope = sql<boolean>`${notDeletedSql} and ${visibleTo(actor)}`
    const { ids, ...page } = await findPage(db, sandboxList(at), { size: searchSize, ...query, search: searchTerm }, scope)
    const link = nextLink('/sandboxes/search', { searchTerm, ...query }, page, ids.length)
    return reply(200, await loadSandboxes(db, actor, ids, at), link)
  },
})
