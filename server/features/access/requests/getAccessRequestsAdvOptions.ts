import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { accessRequestList } from './list.ts'
import { visibleRequests } from './visibility.ts'

export const getAccessRequestsAdvOptions = operation({
  id: 'getAccessRequestsAdvOptions',
  method: 'GET',
  path: '/account-access/access-requests/adv/options',
  tag: 'account-access',
  summary: 'List the filter and sort fields of access requests, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: async ({ db, actor, query, now }) =>
    describeList(db, accessRequestList, query, await visibleRequests(db, actor, now()), { tower: sql`select id, name from towers` }),
})
