import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForTransition } from './lockFor.ts'
import { startDeletion } from './transitions.ts'

export const deleteSandboxAsAdmin = operation({
  id: 'deleteSandboxAsAdmin',
  method: 'DELETE',
  path: '/sandboxes/admin/{id}',
  tag: 'sandboxes',
  summary: 'Delete any sandbox as an administrator',
  description: 'Like `deleteSandbox`, but only administrators can undo the deletion within 24 hours.',
  access: 'admin',
  params: SandboxId,
  responses: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, now, ifMatch, audit }) {
    const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    ifMatch(sandbox.version)
    requireState(sandboxStateVerdict('delete', facts))
    const after = await startDeletion({ db, jobs }, { sandboxId: sandbox.id, cause: 'admin', by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
