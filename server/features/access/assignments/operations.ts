import { checkAccessRequest } from './checkAccessRequest.ts'
import { createAccessRequest } from './createAccessRequest.ts'
import { getAccessRequest } from './getAccessRequest.ts'
import { getAccountAccess } from './getAccountAccess.ts'
import { grantAccountAccess } from './grantAccountAccess.ts'
import { liftMaximumDuration } from './liftMaximumDuration.ts'
import { listExpiringAccess } from './listExpiringAccess.ts'
import { listGroupAssignments } from './listGroupAssignments.ts'
import { revokeAccountAccess } from './revokeAccountAccess.ts'
import { updateAccessRequest } from './updateAccessRequest.ts'
import { updateAccountAccess } from './updateAccountAccess.ts'
import { withdrawAccessRequest } from './withdrawAccessRequest.ts'

export const accountAccessOperations = [
  createAccessRequest,
  checkAccessRequest,
  updateAccessRequest,
  withdrawAccessRequest,
  listGroupAssignments,
  listExpiringAccess,
  getAccessRequest,
  getAccountAccess,
  updateAccountAccess,
  revokeAccountAccess,
  grantAccountAccess,
  liftMaximumDuration,
]
