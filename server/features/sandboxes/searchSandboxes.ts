import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { livingSandboxes, sandboxList } from './list.ts'
import { readSandboxes, seenBy } from './queries.ts'
import { SandboxSummary } from './schemas.ts'

export const searchSandboxes = operation({
  id: 'searchSandboxes',
  method: 'GET',
  path: '/sandboxes/search',
  tag: 'sandboxes',
  summary: 'The 20 sandboxes that fit a text best',
  description: 'By name, purpose, owner, or the reference of the request. Typing errors are forgiven where nothing matches to the letter.',
  access: 'signedIn',
  query: Type.Object({ searchTerm: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }, { additionalProperties: false }),
  answers: { 200: Type.Array(SandboxSummary) },
  async handler({ db, actor, query, now }) {
    const at = now()
    const scope = sql<boolean>`${livingSandboxes} and ${seenBy(actor)}`
    const { ids } = await findPage(db, sandboxList(at), { search: query.searchTerm, size: 20 }, scope)
    return readSandboxes(db, actor, ids, at)
  },
})
