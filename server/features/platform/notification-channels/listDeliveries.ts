import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { deliveryList } from './list.ts'
import { loadDeliveries } from './queries.ts'
import { Delivery } from './schemas.ts'

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/admin/deliveries',
  tag: 'notification-channels',
  summary: 'List deliveries by email, chat and webhook, sent or queued, by page',
  description: 'Deliveries are kept for 90 days, with the titles but not the bodies of messages.',
  access: 'adminOrAuditor',
  query: ListQuery,
  responses: { 200: Page(Delivery) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, deliveryList, query)
    return { ...page, items: sortByIds(ids, await loadDeliveries(db, actor, ids)) }
  },
})
