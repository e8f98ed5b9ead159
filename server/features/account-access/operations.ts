import { checkAccessRequest } from './checkAccessRequest.ts'
import { createAccessRequest } from './createAccessRequest.ts'
import { getAccessRequest } from './getAccessRequest.ts'
import { updateAccessRequest } from './updateAccessRequest.ts'
import { withdrawAccessRequest } from './withdrawAccessRequest.ts'

export const accountAccessOperations = [
  createAccessRequest,
  checkAccessRequest,
  updateAccessRequest,
  withdrawAccessRequest,
  getAccessRequest,
]
