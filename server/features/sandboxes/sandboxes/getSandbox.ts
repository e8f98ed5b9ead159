import { operation } from '../../../http/operation.ts'
import { readSandbox } from './queries.ts'
import { Sandbox, SandboxId } from './schemas.ts'

export const getSandbox = operation({
  id: 'getSandbox',
  method: 'GET',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'One sandbox',
  description: 'Where it is and what is being done to it is there for its owners and members, administrators and auditors.',
  access: 'signedIn',
  params: SandboxId,
  answers: { 200: Sandbox },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readSandbox(db, actor, params.id, now()),
})
