import { findPage, inOrder, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { existingGroups, groupList } from './list.ts'
import { listedRows, presentListed } from './queries.ts'
import { ListedAccessGroup } from './schemas.ts'

export const listAccessGroupsAdv = operation({
  id: 'listAccessGroupsAdv',
  method: 'GET',
  path: '/account-access/groups/adv',
  tag: 'account-access',
  summary: 'List access groups by page, sorted, filtered and searched',
  description: 'Shows access that Slipway granted; memberships added in the directory aren’t included.',
  access: 'signedIn',
  query: ListQuery,
  answers: { 200: Page(ListedAccessGroup) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, groupList, query, existingGroups)
    const rows = ids.length > 0 ? await listedRows(db, actor).where('g.id', 'in', ids).execute() : []
    return { ...page, items: inOrder(ids, rows).map((row) => presentListed(actor, row)) }
  },
})
