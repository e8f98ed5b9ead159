import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
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
  handler({ db, actor, now }) {
    const named = sql<boolean>`(a.requester_id <> ${actor.id}
      and exists (select from stage_approvers sa where sa.approval_id = a.id and sa.person_id = ${actor.id}))`
    return readPending(db, actor, actor.admin || actor.auditor ? sql<boolean>`true` : named, now())
  },
})
