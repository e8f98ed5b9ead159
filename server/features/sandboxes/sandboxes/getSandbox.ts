import { operation } from '../../../http/operation.ts'
import { readSandbox } from './queries.ts'
import { Sandbox, SandboxId } from './schemas.ts'

export const getSandbox = operation({
  id: 'getSandbox',
  method: 'GET',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Get a sandbox',
  description: 'Its location and runs are for owners, members, administrators and auditors.',
  access: 'signedIn',
  params: SandboxId,
  answers: { 200: Sandbox },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readSandbox(db, actor, params.id, now()),
})
