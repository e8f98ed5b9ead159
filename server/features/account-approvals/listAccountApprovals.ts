import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

export const listAccountApprovals = operation({
  id: 'listAccountApprovals',
  method: 'GET',
  path: '/account-approvals',
  tag: 'account-approvals',
  summary: 'The latest 200 approvals you decided on or may decide on at any stage; all of them for administrators and auditors',
  access: 'signedIn',
  answers: { 200: Type.Array(ApprovalItem) },
  handler({ db, actor, now }) {
    const mine = sql<boolean>`(exists (select 1 from approval_decisions d where d.approval_id = a.id and d.approver_id = ${actor.id})
      or (a.status = 'pending' and exists (select 1 from stage_approvers sa where sa.approval_id = a.id and sa.person_id = ${actor.id})))`
    return readApprovalItems(
      { db, actor, now: now() },
      actor.admin || actor.auditor ? sql<boolean>`true` : mine,
      sql`a.opened_at desc, a.id desc`,
    )
  },
})
