import { decideAccessRequest } from './decideAccessRequest.ts'
import { getAccessRequestsAdvOptions } from './getAccessRequestsAdvOptions.ts'
import { listAccessRequests } from './listAccessRequests.ts'
import { listAccessRequestsAdv } from './listAccessRequestsAdv.ts'
import { listOwnerPendingAccessRequests } from './listOwnerPendingAccessRequests.ts'
import { listUserExistingAccess } from './listUserExistingAccess.ts'
import { listUserPendingAccessRequests } from './listUserPendingAccessRequests.ts'

export const accessListOperations = [
  listUserPendingAccessRequests,
  listOwnerPendingAccessRequests,
  listUserExistingAccess,
  listAccessRequests,
  listAccessRequestsAdv,
  getAccessRequestsAdvOptions,
  decideAccessRequest,
]
