import { findPage, inOrder, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { deliveryList } from './list.ts'
import { readDeliveries } from './queries.ts'
import { Delivery } from './schemas.ts'

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/admin/deliveries',
  tag: 'notification-channels',
  summary: 'List deliveries by mail, chat and webhook, sent or queued, by page',
  description: 'Kept for 90 days. The log has titles, not message bodies.',
  access: 'adminOrAuditor',
  query: ListQuery,
  answers: { 200: Page(Delivery) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, deliveryList, query)
    return { ...page, items: inOrder(ids, await readDeliveries(db, actor, ids)) }
  },
})
