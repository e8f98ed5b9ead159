import { reassignApproval } from './reassignApproval.ts'
import { revokeReassignment } from './revokeReassignment.ts'

export const reassignmentOperations = [reassignApproval, revokeReassignment]
