import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { ownsSandbox, sandboxStateAllows, whoMaySandbox } from '../sandboxes/policy.ts'
import { readSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockFor } from './lockFor.ts'
import { beginDeletion } from './moves.ts'

export const deleteSandbox = operation({
  id: 'deleteSandbox',
  method: 'DELETE',
  path: '/sandboxes/{id}',
  tag: 'sandboxes',
  summary: 'Delete a sandbox one owns; for 24 hours it can be taken back',
  description:
    'It stands still at once and nobody reaches it; after 24 hours what is in it is removed. One that was never ready goes at once. What will be lost is at GET /sandboxes/{id}/deletion.',
  access: 'owner',
  params: SandboxId,
  answers: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockFor(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(whoMaySandbox(actor, 'delete', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateAllows('delete', facts))
    const because = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const after = await beginDeletion({ db, jobs }, { sandboxId: sandbox.id, because, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: leaseFacts(after) })
    return readSandbox(db, actor, sandbox.id, now())
  },
})
