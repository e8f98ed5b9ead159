import { operation } from '../../../http/operation.ts'
import { canRetrigger } from './policy.ts'
import { loadOverview } from './queries.ts'
import { SandboxWorkOverview } from './schemas.ts'

export const listSandboxWork = operation({
  id: 'listSandboxWork',
  method: 'GET',
  path: '/sandbox-work',
  tag: 'sandboxes',
  summary: 'List sandbox runs, and which of them are stuck',
  access: 'adminOrAuditor',
  responses: { 200: SandboxWorkOverview },
  handler: async ({ db, actor, now }) => ({ ...(await loadOverview(db, now())), can: { retrigger: canRetrigger(actor) } }),
})
