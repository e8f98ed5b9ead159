import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { budgetUsedUp } from '../sandboxes/lease.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockForAction } from './lockFor.ts'
import { ReasonSchema } from './schemas.ts'
import { resumeLease } from './transitions.ts'

export const resumeSandbox = operation({
  id: 'resumeSandbox',
  method: 'POST',
  path: '/sandboxes/{id}/thaw',
  tag: 'sandboxes',
  summary: 'Resume a frozen sandbox',
  description:
    'Compute starts again. If the budget is used up, request an extension with more budget, or ask an administrator, who can resume the sandbox with a reason. A sandbox that was resumed over budget isn’t frozen again until its limit changes.',
  access: 'owner',
  params: SandboxId,
  body: Type.Object({ reason: Type.Optional(ReasonSchema) }, { additionalProperties: false }),
  responses: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { sandbox, subject } = await lockForAction(call, 'resume')
    const { db, actor, jobs, body, now, audit } = call
    const overBudget = budgetUsedUp(sandbox)
    const reason = body.reason?.trim()
    if (overBudget && reason === undefined) {
      const message = 'Enter why the sandbox should continue although its budget is used up'
      throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'reason', message }] })
    }
    const transition = { sandboxId: sandbox.id, by: actor, now: now(), ...(reason === undefined ? {} : { reason }) }
    const after = await resumeLease({ db, jobs }, { ...transition, overBudget })
    audit({ subject, before: leaseFacts(sandbox), after: { ...leaseFacts(after), reason } })
    return loadSandbox(db, actor, sandbox.id, now())
  },
})
