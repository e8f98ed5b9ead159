import { operation } from '../../../http/operation.ts'
import { readSandboxRequest } from './queries.ts'
import { SandboxRequest, SandboxRequestId } from './schemas.ts'

export const getSandboxRequest = operation({
  id: 'getSandboxRequest',
  method: 'GET',
  path: '/sandbox-requests/{sboxRequestId}',
  tag: 'sandbox-requests',
  summary: 'A request with its approvals, its place in the queue, its work and all that happened to it',
  access: 'approver',
  params: SandboxRequestId,
  answers: { 200: SandboxRequest },
  errors: ['notFound'],
  handler: ({ db, actor, params, now, allow }) => readSandboxRequest(db, actor, params.sboxRequestId, now(), allow),
})
