import { Type } from 'typebox'
import { findPage } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { accessRequestList } from './list.ts'
import { loadAccessRequestItems } from './loadItems.ts'
import { AccessRequestItem } from './schemas.ts'
import { requestListFor, visibleRequests } from './visibility.ts'

const maxRequests = 200

export const listAccessRequests = operation({
  id: 'listAccessRequests',
  method: 'GET',
  path: '/account-access/access-requests',
  tag: 'account-access',
  summary: 'List access requests you can see, latest first',
  description: `Returns requests that you submitted, that you decide, or that are for an account you own; administrators and auditors get all requests. Returns up to ${maxRequests} requests. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  responses: { 200: Type.Array(AccessRequestItem) },
  async handler({ db, actor, now }) {
    const { ids, total } = await findPage(
      db,
      requestListFor(actor, accessRequestList),
      { size: maxRequests },
      await visibleRequests(db, actor, now()),
    )
    const items = await loadAccessRequestItems(db, actor, ids)
    const nextLink = `/account-access/access-requests/adv?size=${maxRequests}&page=2`
    return reply(200, items, total > maxRequests ? { link: `<${nextLink}>; rel="next"` } : undefined)
  },
})
