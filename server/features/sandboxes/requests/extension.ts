import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { Call } from '../../../http/operation.ts'
import { formatMoneyText } from '../../accounts/updates/labels.ts'
import { leaseAllows, toText } from '../sandboxes/lease.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { readSandboxRequest } from './queries.ts'
import { type Ruling, rule } from './ruling.ts'
import type { SandboxRequest } from './schemas.ts'
import { statusOfPerson } from './status.ts'
import { sendForApproval } from './subject.ts'
import { writeRequest } from './submit.ts'

export interface Extension {
  hours: number
  /** Minor units. */
  budget: number
}

/** Applies the sandbox’s terms to an extension. @throws conflict with what is possible */
export async function ruleExtension(db: Db, requesterId: string, sandbox: LockedSandbox, extension: Extension, now: Date): Promise<Ruling> {
  const { terms, budget_limit, currency } = sandbox
  const allowed = leaseAllows(sandbox, { kind: 'extend', ...extension }, now)
  if (allowed !== true) {
    const money = Math.max(terms.maxBudget - budget_limit, 0)
    const tooMuch = extension.hours > terms.extensionHours || extension.budget > money
    const possible = `Up to ${toText(terms.extensionHours)} and ${formatMoneyText({ amount: money, currency })} more are possible.`
    throw new Failure('conflict', tooMuch && sandbox.extensions_used < terms.maxExtensions ? `${allowed} ${possible}` : allowed)
  }
  const { overruns } = await statusOfPerson(db, requesterId, sandbox.template_id, now)
  const altogether = { budget: budget_limit + extension.budget, hours: sandbox.lease_hours + extension.hours }
  return rule(terms.approval, { ...altogether, currency, overruns })
}

type Context = Pick<Call<unknown, unknown, unknown>, 'db' | 'jobs' | 'actor' | 'now' | 'audit' | 'changed'>

/**
 * Requests an extension; the caller checks the permission. It applies immediately if the sandbox’s terms allow it, and needs approval
 * otherwise.
 * @throws conflict, also if another extension is pending
 */
export async function requestExtension(
  { db, jobs, actor, now, audit, changed }: Context & { actor: Person },
  { sandboxId, justification, ...extension }: Extension & { sandboxId: string; justification: string },
): Promise<SandboxRequest> {
  const at = now()
  const sandbox = await lockSandbox(db, sandboxId)
  const ruling = await ruleExtension(db, actor.id, sandbox, extension, at)
  const request = await writeRequest(db, {
    kind: 'extension',
    templateId: sandbox.template_id,
    sandboxId,
    requesterId: actor.id,
    towerId: sandbox.tower_id,
    name: sandbox.name,
    justification,
    details: extension,
    ruling,
    now: at,
  })
  const opened = await sendForApproval({ db, jobs, now: at }, request, ruling)
  const after = { sandboxId, ...extension, justification, outcome: opened.outcome, ruling: opened.because ?? ruling.why }
  audit({ subject: { kind: 'sandboxRequest', id: request.id }, after })
  await changed('sandboxRequest', request.id)
  await changed('sandbox', sandboxId)
  return readSandboxRequest(db, actor, request.id, at)
}
