import { checkAccountRequest } from './checkAccountRequest.ts'
import { createAccountRequest } from './createAccountRequest.ts'
import { getAccountRequest } from './getAccountRequest.ts'
import { listAccountRequests } from './listAccountRequests.ts'
import { updateAccountRequest } from './updateAccountRequest.ts'
import { withdrawAccountRequest } from './withdrawAccountRequest.ts'

export const accountRequestOperations = [
  createAccountRequest,
  listAccountRequests,
  getAccountRequest,
  checkAccountRequest,
  updateAccountRequest,
  withdrawAccountRequest,
]
