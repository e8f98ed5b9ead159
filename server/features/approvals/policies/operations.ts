import { checkApprovalPolicy } from './checkApprovalPolicy.ts'
import { discardApprovalPolicy } from './discardApprovalPolicy.ts'
import { draftApprovalPolicy } from './draftApprovalPolicy.ts'
import { getApprovalPolicy } from './getApprovalPolicy.ts'
import { getPolicyFacts } from './getPolicyFacts.ts'
import { listApprovalPolicies } from './listApprovalPolicies.ts'
import { listPolicyVersions } from './listPolicyVersions.ts'
import { proposeApprovalPolicy } from './proposeApprovalPolicy.ts'
import { testApprovalPolicy } from './testApprovalPolicy.ts'
import { updateApprovalPolicy } from './updateApprovalPolicy.ts'
import { withdrawApprovalPolicy } from './withdrawApprovalPolicy.ts'

export const approvalPolicyOperations = [
  listApprovalPolicies,
  draftApprovalPolicy,
  getPolicyFacts,
  checkApprovalPolicy,
  listPolicyVersions,
  getApprovalPolicy,
  updateApprovalPolicy,
  discardApprovalPolicy,
  proposeApprovalPolicy,
  withdrawApprovalPolicy,
  testApprovalPolicy,
]
