import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { requestListFor, visibleRequests } from '../../access/requests/visibility.ts'
import { sandboxRequestList } from './list.ts'
import { loadRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

export const listSandboxAccessRequestsAdv = operation({
  id: 'listSandboxAccessRequestsAdv',
  method: 'GET',
  path: '/sandbox-access/access-requests/adv',
  tag: 'sandbox-access',
  summary: 'List sandbox access requests, with paging, sorting, filters and search',
  description: 'Returns your requests, requests for your sandboxes, and requests that you can decide. Administrators and auditors get all.',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(SandboxAccessRequestItem) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const { ids, ...page } = await findPage(
      db,
      requestListFor(actor, sandboxRequestList),
      query,
      await visibleRequests(db, actor, now(), 'sandbox'),
    )
    return { ...page, items: await loadRequestItems(db, actor, ids, now()) }
  },
})
