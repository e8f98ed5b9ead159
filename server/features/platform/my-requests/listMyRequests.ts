import { ListQuery, loadPage, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { myRequestList, readMyRequests } from './list.ts'
import { MyRequest } from './schemas.ts'

export const listMyRequests = operation({
  id: 'listMyRequests',
  method: 'GET',
  path: '/me/requests',
  tag: 'session',
  summary: 'List your requests of all kinds, with paging, sorting, filters and search',
  description: 'Includes account requests, account changes, access requests, activations and sandbox requests. Default: latest first.',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(MyRequest) },
  errors: ['invalidFilter'],
  handler: ({ db, actor, query }) => loadPage(db, myRequestList(actor.id), query, undefined, readMyRequests(actor.id)),
})
