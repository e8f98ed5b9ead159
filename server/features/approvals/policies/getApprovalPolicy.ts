import { operation } from '../../../http/operation.ts'
import { loadPolicy, policyReply } from './queries.ts'
import { ApprovalPolicy, PolicyVersionId } from './schemas.ts'

export const getApprovalPolicy = operation({
  id: 'getApprovalPolicy',
  method: 'GET',
  path: '/approval-policies/{id}/versions/{version}',
  tag: 'approval-policies',
  summary: 'Get a version of a policy, with its text in plain English',
  description: '`document` is the policy as JSON, which `draftApprovalPolicy` accepts unchanged.',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  responses: { 200: ApprovalPolicy },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    return policyReply(await loadPolicy(db, actor, params.id, params.version))
  },
})
