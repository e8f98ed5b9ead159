import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { accessRequestKind } from '../assignments/submit.ts'
import { idsWaitingFor, loadAccessRequestItems } from './loadItems.ts'
import { AccessRequestItem } from './schemas.ts'

export const listOwnerPendingAccessRequests = operation({
  id: 'listOwnerPendingAccessRequests',
  method: 'GET',
  path: '/account-access/ownerPendingAccessRequests',
  tag: 'account-access',
  summary: 'List access requests that are waiting for your decision, oldest first; never your own',
  access: 'signedIn',
  extraErrorStatuses: [401],
  responses: { 200: Type.Array(AccessRequestItem) },
  handler: async ({ db, actor, now }) => loadAccessRequestItems(db, actor, await idsWaitingFor(db, accessRequestKind, actor, now())),
})
