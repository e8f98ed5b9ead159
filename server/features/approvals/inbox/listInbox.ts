import { isApprovalAmong } from '../../../approvals/openSeats.ts'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { inboxList } from './inboxList.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

export const listInbox = operation({
  id: 'listInbox',
  method: 'GET',
  path: '/account-approvals/inbox',
  tag: 'account-approvals',
  summary: 'List your pending approvals, with paging, sorting, filters and search',
  description: 'Includes approvals for which you are a delegate. Sort by wait, expiry or risk; default: longest wait first.',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(ApprovalItem) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const { ids, ...page } = await findPage(db, inboxList(actor, now(), query.search), query)
    return { ...page, items: sortByIds(ids, await loadApprovalItems({ db, actor, now: now() }, isApprovalAmong(ids))) }
  },
})
