import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { existingGroups, groupList } from './list.ts'
import { listedRows, presentListed } from './queries.ts'
import { ListedAccessGroup } from './schemas.ts'

export const listAccessGroupsAdv = operation({
  id: 'listAccessGroupsAdv',
  method: 'GET',
  path: '/account-access/groups/adv',
  tag: 'account-access',
  summary: 'List access groups, with paging, sorting, filters and search',
  description: 'Your access includes only what Slipway granted, not memberships that were added in the directory.',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(ListedAccessGroup) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, groupList, query, existingGroups)
    const rows = ids.length > 0 ? await listedRows(db, actor).where('g.id', 'in', ids).execute() : []
    return { ...page, items: sortByIds(ids, rows).map((row) => presentListed(actor, row)) }
  },
})
