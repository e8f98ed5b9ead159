import { operation } from '../../../http/operation.ts'
import { ownsSandbox } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForAction } from './lockFor.ts'
import { startDeletion } from './transitions.ts'

export const deleteSandbox = operation({
  id: 'deleteSandbox',
  method: 'DELETE',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Delete a sandbox you own',
  description:
    'Compute and access stop immediately, and the resources are deleted after 24 hours; until then you can undo the deletion. A sandbox that was never ready is deleted immediately. `getSandboxDeletion` returns what is deleted.',
  access: 'owner',
  params: SandboxId,
  responses: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { sandbox, facts, subject } = await lockForAction(call, 'delete')
    const { db, actor, jobs, now, audit } = call
    const actorRole = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const after = await startDeletion({ db, jobs }, { sandboxId: sandbox.id, cause: actorRole, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
