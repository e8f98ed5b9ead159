import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { readApprovalItems, waitsFor } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

export const listPendingApprovals = operation({
  id: 'listPendingApprovals',
  method: 'GET',
  path: '/account-approvals/pending-approvals',
  tag: 'account-approvals',
  summary: 'What waits for your decision, the oldest first',
  access: 'signedIn',
  answers: { 200: Type.Array(ApprovalItem) },
  handler: ({ db, actor, now }) => readApprovalItems({ db, actor, now: now() }, waitsFor(actor)),
})
