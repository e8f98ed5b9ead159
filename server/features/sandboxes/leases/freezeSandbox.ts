import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox, ownsSandbox, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForTransition } from './lockFor.ts'
import { ReasonSchema } from './schemas.ts'
import { freeze } from './transitions.ts'

export const freezeSandbox = operation({
  id: 'freezeSandbox',
  method: 'POST',
  path: '/sandboxes/{id}/freeze',
  tag: 'sandboxes',
  summary: 'Freeze a sandbox: stop compute and access, and keep the data',
  description: 'The lease continues. Only an administrator can resume a sandbox that an administrator froze.',
  access: 'owner',
  params: SandboxId,
  body: Type.Object({ reason: ReasonSchema }, { additionalProperties: false }),
  responses: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, body, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockForTransition(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'freeze', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateVerdict('freeze', facts))
    const actorRole = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const reason = body.reason.trim()
    const after = await freeze({ db, jobs }, { sandboxId: sandbox.id, because: actorRole, reason, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: { ...leaseFacts(after!), reason } })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
