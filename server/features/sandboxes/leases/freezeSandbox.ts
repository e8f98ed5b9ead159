import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { ownsSandbox } from '../sandboxes/policy.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForAction } from './lockFor.ts'
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
  async handler(call) {
    const { sandbox, facts, subject } = await lockForAction(call, 'freeze')
    const { db, actor, jobs, body, now, audit } = call
    const actorRole = ownsSandbox(actor, facts) ? 'owner' : 'admin'
    const reason = body.reason.trim()
    const after = await freeze({ db, jobs }, { sandboxId: sandbox.id, cause: actorRole, reason, by: actor, now: now() })
    audit({ subject, before: leaseFacts(sandbox), after: { ...leaseFacts(after!), reason } })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
