import { sql } from 'kysely'
import { maySeeApproval } from '../../approvals/policy.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { evidenceFor } from './evidence.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalWithEvidence } from './schemas.ts'

export const getAccountApproval = operation({
  id: 'getAccountApproval',
  method: 'GET',
  path: '/account-approvals/{id}',
  tag: 'account-approvals',
  summary: 'One approval with the evidence to decide by',
  access: 'approver',
  params: ApprovalId,
  answers: { 200: ApprovalWithEvidence },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const [item] = await readApprovalItems(db, actor, sql<boolean>`a.id = ${params.id}`)
    if (!item) throw new Failure('notFound', 'There is no such approval.')
    allow(maySeeApproval(actor, item) ? true : 'This request is between its requester and its approvers.')
    return { ...item, evidence: await evidenceFor(db, item.subjectId) }
  },
})
