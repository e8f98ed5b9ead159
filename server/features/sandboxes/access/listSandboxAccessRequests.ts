import { Type } from 'typebox'
import { findPage } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { visibleRequests } from '../../access/requests/visibility.ts'
import { sandboxRequestList } from './list.ts'
import { readRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

/** The size of one page; a `link` header leads to the next. */
const max = 200

export const listSandboxAccessRequests = operation({
  id: 'listSandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests',
  tag: 'sandbox-access',
  summary: 'List sandbox access requests you can see, latest first',
  description: `Your own, those for sandboxes you own, and those you decide; all of them for administrators and auditors. Holds ${max} at most; when there are more, a \`link\` header with rel="next" says where they go on.`,
  access: 'signedIn',
  answers: { 200: Type.Array(SandboxAccessRequestItem) },
  async handler({ db, actor, now }) {
    const { ids, total } = await findPage(db, sandboxRequestList, { size: max }, await visibleRequests(db, actor, now(), 'sandbox'))
    const items = await readRequestItems(db, actor, ids, now())
    const next = `/sandbox-access/access-requests/adv?size=${max}&page=2`
    return reply(200, items, total > max ? { link: `<${next}>; rel="next"` } : undefined)
  },
})
