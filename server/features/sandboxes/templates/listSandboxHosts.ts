import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { loadHosts, maxHosts } from './hosts.ts'
import { SandboxHost } from './schemas.ts'

export const listSandboxHosts = operation({
  id: 'listSandboxHosts',
  method: 'GET',
  path: '/sandbox-hosts',
  tag: 'sandbox-templates',
  summary: 'List sandbox hosts with their capacity',
  description: `Returns the first ${maxHosts} hosts, with up to 100 sandboxes each. If there are more, the header \`x-more\` is true.`,
  access: 'adminOrAuditor',
  responses: { 200: Type.Array(SandboxHost) },
  handler: async ({ db, actor, now }) => firstOf(await loadHosts(db, actor, now()), maxHosts),
})
