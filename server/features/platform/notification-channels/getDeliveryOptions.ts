import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { deliveryList } from './list.ts'

export const getDeliveryOptions = operation({
  id: 'getDeliveryOptions',
  method: 'GET',
  path: '/admin/deliveries/options',
  tag: 'notification-channels',
  summary: 'List the filter and sort fields of the delivery log, with counts',
  access: 'adminOrAuditor',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, query }) =>
    describeList(db, deliveryList, query, undefined, { channel: sql`select id, name from notification_channels` }),
})
