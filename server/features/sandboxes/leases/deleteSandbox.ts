import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox, ownsSandbox, sandboxStateAllows } from '../sandboxes/policy.ts'
import { readSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockFor } from './lockFor.ts'
import { startDeletion } from './transitions.ts'

export const deleteSandbox = operation({
  id: 'deleteSandbox',
  method: 'DELETE',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Delete a sandbox you own; you can undo it for 24 hours',
  description:
    'Compute and access stop immediately, and the resources are deleted after 24 hours. A sandbox that was never ready is deleted immediately. GET /sandboxes/{id}/deletion returns what will be lost.',
  access: 'owner',
  params: SandboxId,
  answers: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockFor(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'delete', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateAllows('delete', facts))
    const because = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const after = await startDeletion({ db, jobs }, { sandboxId: sandbox.id, because, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return readSandbox(db, actor, sandbox.id, now())
  },
})
