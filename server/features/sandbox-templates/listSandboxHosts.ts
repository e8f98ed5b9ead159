import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { readHosts } from './hosts.ts'
import { SandboxHost } from './schemas.ts'

export const listSandboxHosts = operation({
  id: 'listSandboxHosts',
  method: 'GET',
  path: '/sandbox-hosts',
  tag: 'sandbox-templates',
  summary: 'Where sandboxes live and how full it is',
  description: 'The first 500, with up to 100 sandboxes each.',
  access: 'adminOrAuditor',
  answers: { 200: Type.Array(SandboxHost) },
  handler: ({ db, actor }) => readHosts(db, actor),
})
