import { sql } from 'kysely'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { notDeletedSql, sandboxList } from './list.ts'
import { loadSandboxes } from './queries.ts'
import { visibleTo } from './sandboxRows.ts'
import { SandboxSummary } from './schemas.ts'

export const listSandboxesAdv = operation({
  id: 'listSandboxesAdv',
  method: 'GET',
  path: '/sandboxes/adv',
  tag: 'sandboxes',
  summary: 'List sandboxes, with paging, sorting, filters and search',
  description: 'Deleted sandboxes are excluded. The search covers the name, purpose, owners and request reference.',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(SandboxSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const at = now()
    const scope = sql<boolean>`${notDeletedSql} and ${visibleTo(actor)}`
    const { ids, ...page } = await findPage(db, sandboxList(at), query, scope)
    return { ...page, items: await loadSandboxes(db, actor, ids, at) }
  },
})
