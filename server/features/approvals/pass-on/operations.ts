import { passOnApproval } from './passOnApproval.ts'
import { takeBackApproval } from './takeBackApproval.ts'

export const passOnOperations = [passOnApproval, takeBackApproval]
