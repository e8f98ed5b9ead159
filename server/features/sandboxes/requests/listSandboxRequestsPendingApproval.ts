import { sql } from 'kysely'
import { Type } from 'typebox'
import { namesActor } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { most, readPending } from './pendingRequests.ts'
import { SandboxRequestSummary } from './schemas.ts'

export const listSandboxRequestsPendingApproval = operation({
  id: 'listSandboxRequestsPendingApproval',
  method: 'GET',
  path: '/sandbox-requests/pendingApproval',
  tag: 'sandbox-requests',
  summary: 'Requests that wait for a decision: those you may decide at any stage; all for administrators and auditors',
  description: `The ${most} that have waited longest; \`/sandbox-requests?filter=status==pending_approval\` has them all.`,
  access: 'signedIn',
  answers: { 200: Type.Array(SandboxRequestSummary) },
  handler: ({ db, actor, now }) =>
    readPending(db, actor, actor.admin || actor.auditor ? sql<boolean>`true` : namesActor(actor, now()), now()),
})
