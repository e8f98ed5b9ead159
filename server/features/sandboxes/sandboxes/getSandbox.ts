import { operation } from '../../../http/operation.ts'
import { loadSandbox } from './queries.ts'
import { Sandbox, SandboxId } from './schemas.ts'

export const getSandbox = operation({
  id: 'getSandbox',
  method: 'GET',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Get a sandbox',
  description: 'Only owners, members, administrators and auditors get the amounts, the Azure location and the runs.',
  access: 'signedIn',
  params: SandboxId,
  responses: { 200: Sandbox },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => loadSandbox(db, actor, params.id, now()),
})
