import { sql } from 'kysely'
import { Type } from 'typebox'
import { isSeatHolder } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { loadPending, max } from './pendingRequests.ts'
import { SandboxRequestSummary } from './schemas.ts'

export const listSandboxRequestsPendingApproval = operation({
  id: 'listSandboxRequestsPendingApproval',
  method: 'GET',
  path: '/sandbox-requests/pendingApproval',
  tag: 'sandbox-requests',
  summary: 'List pending sandbox requests that you can decide at any stage; administrators and auditors get all',
  description: `Returns the ${max} requests that have waited longest. \`/sandbox-requests?filter=status==pending_approval\` returns all by page.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxRequestSummary) },
  handler: ({ db, actor, now }) =>
    loadPending(db, actor, actor.admin || actor.auditor ? sql<boolean>`true` : isSeatHolder(actor, now()), now()),
})
