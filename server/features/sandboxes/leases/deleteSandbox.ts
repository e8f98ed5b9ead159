import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox, ownsSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForTransition } from './lockFor.ts'
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
  async handler({ db, actor, jobs, params, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'delete', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateVerdict('delete', facts))
    const actorRole = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const after = await startDeletion({ db, jobs }, { sandboxId: sandbox.id, because: actorRole, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
