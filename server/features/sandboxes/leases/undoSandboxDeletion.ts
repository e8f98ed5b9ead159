import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForTransition } from './lockFor.ts'
import { undoDeletion } from './transitions.ts'

export const undoSandboxDeletion = operation({
  id: 'undoSandboxDeletion',
  method: 'POST',
  path: '/sandboxes/{id}/takeBack',
  tag: 'sandboxes',
  summary: 'Undo the deletion of a sandbox within 24 hours',
  description:
    'Restores the status from before the deletion; compute starts again unless the sandbox was frozen. If the lease has ended, request an extension instead. Only an administrator can undo a deletion by an administrator.',
  access: 'owner',
  params: SandboxId,
  responses: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'undoDeletion', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateVerdict('undoDeletion', facts))
    const after = await undoDeletion({ db, jobs }, { sandboxId: sandbox.id, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
