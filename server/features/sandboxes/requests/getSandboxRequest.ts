import { operation } from '../../../http/operation.ts'
import { readSandboxRequest } from './queries.ts'
import { SandboxRequest, SandboxRequestId } from './schemas.ts'

export const getSandboxRequest = operation({
  id: 'getSandboxRequest',
  method: 'GET',
  path: '/sandbox-requests/{sboxRequestId}',
  tag: 'sandbox-requests',
  summary: 'Get a sandbox request with its approvals, queue position, run and history',
  access: 'approver',
  params: SandboxRequestId,
  answers: { 200: SandboxRequest },
  errors: ['notFound'],
  handler: ({ db, actor, params, now, allow }) => readSandboxRequest(db, actor, params.sboxRequestId, now(), allow),
})
