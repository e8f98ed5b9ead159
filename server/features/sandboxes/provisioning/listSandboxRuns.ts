import { operation } from '../../../http/operation.ts'
import { canRetrigger } from './policy.ts'
import { loadOverview } from './queries.ts'
import { SandboxRunOverview } from './schemas.ts'

export const listSandboxRuns = operation({
  id: 'listSandboxRuns',
  method: 'GET',
  path: '/sandbox-work',
  tag: 'sandboxes',
  summary: 'List sandbox runs, and which of them are stuck',
  access: 'adminOrAuditor',
  responses: { 200: SandboxRunOverview },
  handler: async ({ db, actor, now }) => ({ ...(await loadOverview(db, now())), can: { retrigger: canRetrigger(actor) } }),
})
