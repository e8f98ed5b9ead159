import { operation } from '../../../http/operation.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForAction } from './lockFor.ts'
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
  async handler(call) {
    const { sandbox, subject } = await lockForAction(call, 'undoDeletion')
    const { db, actor, jobs, now, audit } = call
    const after = await undoDeletion({ db, jobs }, { sandboxId: sandbox.id, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
