import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

export const listMyRequestsPendingApproval = operation({
  id: 'listMyRequestsPendingApproval',
  method: 'GET',
  path: '/account-approvals/my-requests-pending-approval',
  tag: 'account-approvals',
  summary: 'List your pending requests, with approvers and dates',
  access: 'signedIn',
  responses: { 200: Type.Array(ApprovalItem) },
  handler: ({ db, actor, now }) =>
    loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.status = 'pending' and a.requester_id = ${actor.id}`),
})
