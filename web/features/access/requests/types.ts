import type { CallResult } from '../../../api/client.ts'

export type ExistingAccess = CallResult<'listUserExistingAccess'>[number]
export type AccessRequestItem = CallResult<'listUserPendingAccessRequests'>[number]
export type AccessRequest = CallResult<'getAccessRequest'>
