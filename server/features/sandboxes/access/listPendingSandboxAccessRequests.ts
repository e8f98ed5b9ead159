import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { idsWaitingFor } from '../../access/requests/loadItems.ts'
import { loadRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

export const listPendingSandboxAccessRequests = operation({
  id: 'listPendingSandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests/pendingAsOwner',
  tag: 'sandbox-access',
  summary: 'List access requests that are waiting for your decision as a sandbox owner, oldest first',
  access: 'signedIn',
  extraErrorStatuses: [401],
  responses: { 200: Type.Array(SandboxAccessRequestItem) },
  handler: async ({ db, actor, now }) =>
    loadRequestItems(db, actor, await idsWaitingFor(db, sandboxAccessRequestKind, actor, now()), now()),
})
