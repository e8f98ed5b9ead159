import { operation } from '../../../http/operation.ts'
import { loadSandboxRequest } from './queries.ts'
import { SandboxRequest, SandboxRequestId } from './schemas.ts'

export const getSandboxRequest = operation({
  id: 'getSandboxRequest',
  method: 'GET',
  path: '/sandbox-requests/{sboxRequestId}',
  tag: 'sandbox-requests',
  summary: 'Get a sandbox request with its approvals, queue position, run and history',
  access: 'approver',
  params: SandboxRequestId,
  responses: { 200: SandboxRequest },
  errors: ['notFound'],
  handler: ({ db, actor, params, now, allow }) => loadSandboxRequest(db, actor, params.sboxRequestId, now(), allow),
})
