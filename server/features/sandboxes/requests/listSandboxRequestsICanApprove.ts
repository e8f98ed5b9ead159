import { Type } from 'typebox'
import { waitsFor } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { most, readPending } from './pendingRequests.ts'
import { SandboxRequestSummary } from './schemas.ts'

export const listSandboxRequestsICanApprove = operation({
  id: 'listSandboxRequestsICanApprove',
  method: 'GET',
  path: '/sandbox-requests/ICanApprove',
  tag: 'sandbox-requests',
  summary: 'Requests that wait for your decision, the oldest first',
  description: `The first ${most}. Own requests are never among them.`,
  access: 'signedIn',
  answers: { 200: Type.Array(SandboxRequestSummary) },
  handler: ({ db, actor, now }) => readPending(db, actor, waitsFor(actor, now()), now()),
})
