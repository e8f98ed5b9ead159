import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { accessRequestList } from './list.ts'
import { loadAccessRequestItems } from './loadItems.ts'
import { AccessRequestItem } from './schemas.ts'
import { requestListFor, visibleRequests } from './visibility.ts'

export const listAccessRequestsAdv = operation({
  id: 'listAccessRequestsAdv',
  method: 'GET',
  path: '/account-access/access-requests/adv',
  tag: 'account-access',
  summary: 'List access requests that concern you, with paging, sorting, filters and search',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(AccessRequestItem) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const { ids, ...page } = await findPage(db, requestListFor(actor, accessRequestList), query, await visibleRequests(db, actor, now()))
    return { ...page, items: await loadAccessRequestItems(db, actor, ids) }
  },
})
