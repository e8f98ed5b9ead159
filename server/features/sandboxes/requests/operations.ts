import { checkSandboxExtension } from './checkSandboxExtension.ts'
import { checkSandboxRequest } from './checkSandboxRequest.ts'
import { createSandboxRequest } from './createSandboxRequest.ts'
import { extendSandbox } from './extendSandbox.ts'
import { getSandboxRequest } from './getSandboxRequest.ts'
import { listMyPendingSandboxRequests } from './listMyPendingSandboxRequests.ts'
import { listSandboxRequests } from './listSandboxRequests.ts'
import { listSandboxRequestsICanApprove } from './listSandboxRequestsICanApprove.ts'
import { listSandboxRequestsPendingApproval } from './listSandboxRequestsPendingApproval.ts'
import { reviewSandboxRequest } from './reviewSandboxRequest.ts'
import { updateSandboxRequest } from './updateSandboxRequest.ts'
import { withdrawSandboxRequest } from './withdrawSandboxRequest.ts'

export const sandboxRequestOperations = [
  listSandboxRequests,
  createSandboxRequest,
  checkSandboxRequest,
  listSandboxRequestsICanApprove,
  listMyPendingSandboxRequests,
  listSandboxRequestsPendingApproval,
  getSandboxRequest,
  updateSandboxRequest,
  withdrawSandboxRequest,
  reviewSandboxRequest,
  extendSandbox,
  checkSandboxExtension,
]
