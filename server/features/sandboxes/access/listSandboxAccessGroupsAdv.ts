import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { groupRows, presentGroup, visibleGroups } from './groups.ts'
import { sandboxGroupList } from './list.ts'
import { SandboxAccessGroup } from './schemas.ts'

export const listSandboxAccessGroupsAdv = operation({
  id: 'listSandboxAccessGroupsAdv',
  method: 'GET',
  path: '/sandbox-access/groups/adv',
  tag: 'sandbox-access',
  summary: 'List sandbox groups, with paging, sorting, filters and search',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(SandboxAccessGroup) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const at = now()
    const { ids, ...page } = await findPage(db, sandboxGroupList(at), query, visibleGroups(actor))
    const rows = ids.length > 0 ? await groupRows(db, actor).where('g.id', 'in', ids).execute() : []
    return { ...page, items: sortByIds(ids, rows).map((row) => presentGroup(actor, row, at)) }
  },
})
