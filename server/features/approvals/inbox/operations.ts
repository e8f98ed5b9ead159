import { bulkDecideApprovals } from './bulkDecideApprovals.ts'
import { canIApprove } from './canIApprove.ts'
import { commentOnApproval } from './commentOnApproval.ts'
import { decideAccountApproval } from './decideAccountApproval.ts'
import { getAccountApproval } from './getAccountApproval.ts'
import { getInboxOptions } from './getInboxOptions.ts'
import { listAccountApprovals } from './listAccountApprovals.ts'
import { listInbox } from './listInbox.ts'
import { listMyRequestsPendingApproval } from './listMyRequestsPendingApproval.ts'
import { listPendingApprovals } from './listPendingApprovals.ts'
import { listSimilarApprovals } from './listSimilarApprovals.ts'
import { productsICanApprove } from './productsICanApprove.ts'
import { remindApprovers } from './remindApprovers.ts'

export const accountApprovalOperations = [
  listAccountApprovals,
  listPendingApprovals,
  canIApprove,
  productsICanApprove,
  listMyRequestsPendingApproval,
  listInbox,
  getInboxOptions,
  bulkDecideApprovals,
  decideAccountApproval,
  getAccountApproval,
  listSimilarApprovals,
  commentOnApproval,
  remindApprovers,
]
