import { canIApprove } from './canIApprove.ts'
import { decideAccountApproval } from './decideAccountApproval.ts'
import { getAccountApproval } from './getAccountApproval.ts'
import { listAccountApprovals } from './listAccountApprovals.ts'
import { listMyRequestsPendingApproval } from './listMyRequestsPendingApproval.ts'
import { listPendingApprovals } from './listPendingApprovals.ts'
import { productsICanApprove } from './productsICanApprove.ts'

export const accountApprovalOperations = [
  listAccountApprovals,
  listPendingApprovals,
  canIApprove,
  productsICanApprove,
  listMyRequestsPendingApproval,
  decideAccountApproval,
  getAccountApproval,
]
