import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, nextLink, SearchQuery, searchSize } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { livingSandboxes, sandboxList } from './list.ts'
import { readSandboxes } from './queries.ts'
import { seenBy } from './sandboxRows.ts'
import { SandboxSummary } from './schemas.ts'

export const searchSandboxes = operation({
  id: 'searchSandboxes',
  method: 'GET',
  path: '/sandboxes/search',
  tag: 'sandboxes',
  summary: 'Sandboxes that match a text, the best first',
  description:
    'By name, purpose, owner, or the reference of the request. Typing errors are forgiven where nothing matches to the letter. 20 a page unless `size` says otherwise; where there are more, the header `link` has the address of the next page.',
  access: 'signedIn',
  query: SearchQuery,
  answers: { 200: Type.Array(SandboxSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { searchTerm, ...query }, now }) {
    const at = now()
    const scope = sql<boolean>`${livingSandboxes} and ${seenBy(actor)}`
    const { ids, ...page } = await findPage(db, sandboxList(at), { size: searchSize, ...query, search: searchTerm }, scope)
    const link = nextLink('/sandboxes/search', { searchTerm, ...query }, page, ids.length)
    return reply(200, await readSandboxes(db, actor, ids, at), link)
  },
})
