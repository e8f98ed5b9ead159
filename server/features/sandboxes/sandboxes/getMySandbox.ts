import { operation } from '../../../http/operation.ts'
import { ownsSandbox } from './policy.ts'
import { loadSandbox } from './queries.ts'
import { Sandbox, SandboxId } from './schemas.ts'

export const getMySandbox = operation({
  id: 'getMySandbox',
  method: 'GET',
  path: '/sandboxes/mySandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Get a sandbox you own',
  access: 'owner',
  params: SandboxId,
  responses: { 200: Sandbox },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    const sandbox = await loadSandbox(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id: sandbox.id } })
    allow(ownsSandbox(actor, sandbox) ? true : 'Only owners of the sandbox can see this.')
    return sandbox
  },
})
