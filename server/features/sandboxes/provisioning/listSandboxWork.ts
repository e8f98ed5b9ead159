import { operation } from '../../../http/operation.ts'
import { mayRetrigger } from './policy.ts'
import { readOverview } from './queries.ts'
import { SandboxWorkOverview } from './schemas.ts'

export const listSandboxWork = operation({
  id: 'listSandboxWork',
  method: 'GET',
  path: '/sandbox-work',
  tag: 'sandboxes',
  summary: 'What is being done to sandboxes, and what of it is stuck',
  access: 'adminOrAuditor',
  answers: { 200: SandboxWorkOverview },
  handler: async ({ db, actor, now }) => ({ ...(await readOverview(db, now())), can: { retrigger: mayRetrigger(actor) } }),
})
