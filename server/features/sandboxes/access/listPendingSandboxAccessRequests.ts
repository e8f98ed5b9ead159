import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { idsWaitingFor } from '../../access/requests/readItems.ts'
import { readRequestItems } from './requests.ts'
import { SandboxAccessRequestItem } from './schemas.ts'

export const listPendingSandboxAccessRequests = operation({
  id: 'listPendingSandboxAccessRequests',
  method: 'GET',
  path: '/sandbox-access/requests/pendingAsOwner',
  tag: 'sandbox-access',
  summary: 'List access requests that are waiting for your decision as a sandbox owner, oldest first',
  access: 'signedIn',
  extraErrorStatuses: [401],
  answers: { 200: Type.Array(SandboxAccessRequestItem) },
  handler: async ({ db, actor, now }) =>
    readRequestItems(db, actor, await idsWaitingFor(db, sandboxAccessRequestKind, actor, now()), now()),
})
