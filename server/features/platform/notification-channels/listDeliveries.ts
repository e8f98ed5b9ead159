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
  summary: 'What has left by mail, chats and webhooks, or is to leave, by page',
  description: 'Kept for 90 days. It holds titles, never what was in a message.',
  access: 'adminOrAuditor',
  query: ListQuery,
  answers: { 200: Page(Delivery) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, deliveryList, query)
    return { ...page, items: inOrder(ids, await readDeliveries(db, actor, ids)) }
  },
})
