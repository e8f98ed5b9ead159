import { Type } from 'typebox'
import { isWaitingForActor } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { loadPending, max } from './pendingRequests.ts'
import { SandboxRequestSummary } from './schemas.ts'

export const listSandboxRequestsICanApprove = operation({
  id: 'listSandboxRequestsICanApprove',
  method: 'GET',
  path: '/sandbox-requests/ICanApprove',
  tag: 'sandbox-requests',
  summary: 'List sandbox requests that are waiting for your decision, oldest first',
  description: `Returns the first ${max} requests, never your own.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxRequestSummary) },
  handler: ({ db, actor, now }) => loadPending(db, actor, isWaitingForActor(actor, now()), now()),
})
