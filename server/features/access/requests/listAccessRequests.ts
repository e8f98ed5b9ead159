import { Type } from 'typebox'
import { findPage } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { accessRequestList } from './list.ts'
import { readAccessRequestItems } from './readItems.ts'
import { AccessRequestItem } from './schemas.ts'
import { visibleRequests } from './visibility.ts'

/** The size of one page; a `link` header leads to the next. */
const max = 200

export const listAccessRequests = operation({
  id: 'listAccessRequests',
  method: 'GET',
  path: '/account-access/access-requests',
  tag: 'account-access',
  summary: 'List access requests you can see, latest first',
  description: `Your own, those for accounts you own, and those you decide; all of them for administrators and auditors. Holds ${max} at most; when there are more, a \`link\` header with rel="next" says where they go on.`,
  access: 'signedIn',
  answers: { 200: Type.Array(AccessRequestItem) },
  async handler({ db, actor, now }) {
    const { ids, total } = await findPage(db, accessRequestList, { size: max }, await visibleRequests(db, actor, now()))
    const items = await readAccessRequestItems(db, actor, ids)
    const next = `/account-access/access-requests/adv?size=${max}&page=2`
    return reply(200, items, total > max ? { link: `<${next}>; rel="next"` } : undefined)
  },
})
