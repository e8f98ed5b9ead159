import { Type } from 'typebox'
import { findPage } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requestListFor, visibleRequests } from '../../access/requests/visibility.ts'
import { sandboxRequestList } from './list.ts'
import { loadRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

const max = 200

export const listSandboxAccessRequests = operation({
  id: 'listSandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests',
  tag: 'sandbox-access',
  summary: 'List sandbox access requests you can see, latest first',
  description: `Returns requests that you submitted, that you decide, or that are for a sandbox you own; administrators and auditors get all requests. Returns up to ${max} requests. If there are more, the \`link\` header with rel="next" has the next page.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxAccessRequestItem) },
  async handler({ db, actor, now }) {
    const { ids, total } = await findPage(
      db,
      requestListFor(actor, sandboxRequestList),
      { size: max },
      await visibleRequests(db, actor, now(), 'sandbox'),
    )
    const items = await loadRequestItems(db, actor, ids, now())
    const nextLink = `/sandbox-access/access-requests/adv?size=${max}&page=2`
    return reply(200, items, total > max ? { link: `<${nextLink}>; rel="next"` } : undefined)
  },
})
