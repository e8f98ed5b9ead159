import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { budgetUsedUp } from '../sandboxes/lease.ts'
import { canDoInSandbox, sandboxStateAllows } from '../sandboxes/policy.ts'
import { readSandbox } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId } from '../sandboxes/schemas.ts'
import { leaseFacts, lockFor } from './lockFor.ts'
import { Reason } from './schemas.ts'
import { thaw } from './transitions.ts'

export const thawSandbox = operation({
  id: 'thawSandbox',
  method: 'POST',
  path: '/sandboxes/{id}/thaw',
  tag: 'sandboxes',
  summary: 'Resume a frozen sandbox',
  description:
    'Compute starts again. If the budget is used up, the sandbox resumes after an extension with more money, or when an administrator gives a reason; it is then not frozen again before it has another limit.',
  access: 'owner',
  params: SandboxId,
  body: Type.Object({ reason: Type.Optional(Reason) }, { additionalProperties: false }),
  answers: { 202: Sandbox },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, jobs, params, body, now, allow, ifMatch, audit }) {
    const { sandbox, facts } = await lockFor(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id: sandbox.id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'thaw', facts))
    ifMatch(sandbox.version)
    requireState(sandboxStateAllows('thaw', facts, actor.admin))
    const overBudget = budgetUsedUp(sandbox)
    const reason = body.reason?.trim()
    if (overBudget && reason === undefined) {
      const message = 'Enter why it should continue although its budget is used up'
      throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'reason', message }] })
    }
    const moving = { sandboxId: sandbox.id, by: actor, now: now(), ...(reason === undefined ? {} : { reason }) }
    const after = await thaw({ db, jobs }, { ...moving, overBudget })
    audit({ subject, before: leaseFacts(sandbox), after: { ...leaseFacts(after), reason } })
    return readSandbox(db, actor, sandbox.id, now())
  },
})
