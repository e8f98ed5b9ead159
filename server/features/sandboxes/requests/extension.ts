import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { formatHours, formatMoney } from '../../../format.ts'
import type { Call } from '../../../http/operation.ts'
import { type Lease, leaseVerdict } from '../sandboxes/lease.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { type ApprovalRuleResult, evaluateApprovalRule } from './approvalRule.ts'
import { loadSandboxRequest } from './queries.ts'
import type { SandboxRequest } from './schemas.ts'
import { countPersonUse } from './status.ts'
import { sendForApproval } from './subject.ts'
import { writeRequest } from './submit.ts'

type ExtendedLease = Pick<LockedSandbox, keyof Lease | 'currency' | 'template_id'>

interface Extension {
  hours: number
  /** Minor units. */
  budget: number
}

/** Returns the reason why the sandbox’s terms or status don’t allow the extension, with the extension that is possible. */
export function extensionProblem(sandbox: ExtendedLease, extension: Extension, now: Date): string | undefined {
  const { terms, budget_limit, currency } = sandbox
  const extensionVerdict = leaseVerdict(sandbox, { kind: 'extend', ...extension }, now)
  if (extensionVerdict === true) return undefined
  const money = Math.max(terms.maxBudget - budget_limit, 0)
  const exceedsLimit = extension.hours > terms.extensionHours || extension.budget > money
  if (!exceedsLimit || sandbox.extensions_used >= terms.maxExtensions) return extensionVerdict
  return `${extensionVerdict} You can add up to ${formatHours(terms.extensionHours)} and ${formatMoney({ amount: money, currency })}.`
}

/** Applies the approval rule of the sandbox’s terms to the lease and budget after the extension. */
export async function evaluateExtensionRule(db: Db, requesterId: string, sandbox: ExtendedLease, extension: Extension, now: Date) {
  const { terms, budget_limit, currency } = sandbox
  const { overruns } = await countPersonUse(db, requesterId, sandbox.template_id, now)
  const totalTerms = { budget: budget_limit + extension.budget, hours: sandbox.lease_hours + extension.hours }
  return evaluateApprovalRule(terms.approval, { ...totalTerms, currency, overruns })
}

/** @throws conflict with the extension that is possible */
export async function evaluateExtension(
  db: Db,
  requesterId: string,
  sandbox: LockedSandbox,
  extension: Extension,
  now: Date,
): Promise<ApprovalRuleResult> {
  const problem = extensionProblem(sandbox, extension, now)
  if (problem !== undefined) throw new Failure('conflict', problem)
  return evaluateExtensionRule(db, requesterId, sandbox, extension, now)
}

type Context = Pick<Call<unknown, unknown, unknown>, 'db' | 'jobs' | 'actor' | 'now' | 'audit' | 'changed'>

/**
 * Requests an extension. The caller checks the permission. The extension takes effect immediately if the sandbox’s terms allow this;
 * otherwise it needs an approval.
 * @throws conflict, including if another extension is pending
 */
export async function requestExtension(
  { db, jobs, actor, now, audit, changed }: Context & { actor: Person },
  { sandboxId, justification, ...extension }: Extension & { sandboxId: string; justification: string },
): Promise<SandboxRequest> {
  const at = now()
  const sandbox = await lockSandbox(db, sandboxId)
  const ruleResult = await evaluateExtension(db, actor.id, sandbox, extension, at)
  const request = await writeRequest(db, {
    kind: 'extension',
    templateId: sandbox.template_id,
    sandboxId,
    requesterId: actor.id,
    towerId: sandbox.tower_id,
    name: sandbox.name,
    justification,
    details: extension,
    ruleResult,
    now: at,
  })
  const opened = await sendForApproval({ db, jobs, now: at }, request, ruleResult)
  const after = {
    sandboxId,
    ...extension,
    currency: sandbox.currency,
    justification,
    outcome: opened.outcome,
    decisionReasons: opened.decisionReason ?? ruleResult.reasons,
  }
  audit({ subject: { kind: 'sandboxRequest', id: request.id }, after })
  await changed('sandboxRequest', request.id)
  await changed('sandbox', sandboxId)
  return loadSandboxRequest(db, actor, request.id, at)
}
