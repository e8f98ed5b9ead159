import type { PolicyOverride } from '../../../approvals/rules.ts'
import type { TemplateApprovalRule } from '../../../db/tables.ts'
import { formatHours, formatMoney } from '../../../format.ts'

/** A sandbox that used up its budget within this time counts against its requester. */
export const recordPeriodDays = 90

/** For an extension, the totals that the sandbox would have with it. */
interface RequestedService {
  /** Minor units. */
  budget: number
  currency: string
  hours: number
  overruns: number
}
export interface ApprovalRuleResult {
  automatic: boolean
  /** Whether an approval is needed even if a policy would approve automatically. */
  required?: true
  reasons: string[]
}

const joinWithAnd = (names: string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

export const alwaysNeedsApproval = 'This template always needs approval.'

export function evaluateApprovalRule(approval: TemplateApprovalRule, requestedService: RequestedService): ApprovalRuleResult {
  if (approval.mode === 'required') return { automatic: false, required: true, reasons: [alwaysNeedsApproval] }
  if (approval.mode === 'automatic') return { automatic: true, reasons: ['Approved automatically: this template needs no approval.'] }
  const { budget, hours, cleanRecord } = approval
  const { currency } = requestedService
  const money = (amount: number) => formatMoney({ amount, currency })
  const isMoreExpensive = budget !== undefined && requestedService.budget > budget
  const isLonger = hours !== undefined && requestedService.hours > hours
  const hasOverruns = cleanRecord === true && requestedService.overruns > 0
  if (isMoreExpensive || isLonger || hasOverruns) {
    const { overruns } = requestedService
    const excesses = [
      ...(isMoreExpensive ? [`the budget is more than ${money(budget)}`] : []),
      ...(isLonger ? [`the lease is longer than ${formatHours(hours)}`] : []),
      ...(hasOverruns
        ? [
            `${overruns === 1 ? 'a sandbox' : `${overruns} sandboxes`} of the requester used up ${overruns === 1 ? 'its' : 'their'} budget in the last ${recordPeriodDays} days`,
          ]
        : []),
    ]
    return { automatic: false, reasons: [`Approval is needed because ${joinWithAnd(excesses)}.`] }
  }
  const reasons = [
    ...(budget === undefined ? [] : [`${money(requestedService.budget)} is within ${money(budget)}`]),
    ...(hours === undefined
      ? []
      : [`${formatHours(requestedService.hours)} ${requestedService.hours === 1 ? 'is' : 'are'} within ${formatHours(hours)}`]),
    ...(cleanRecord ? [`no sandbox of the requester used up its budget in the last ${recordPeriodDays} days`] : []),
  ]
  // A rule without limits approves nothing, and templates can’t have such a rule.
  return reasons.length > 0
    ? { automatic: true, reasons: [`Approved automatically: ${joinWithAnd(reasons)}.`] }
    : { automatic: false, reasons: [alwaysNeedsApproval] }
}

/** Returns undefined if the policy decides. */
export function policyOverrideOf(ruleResult: ApprovalRuleResult): PolicyOverride | undefined {
  if (ruleResult.automatic) return { outcome: 'approved', reason: ruleResult.reasons.join(' ') }
  return ruleResult.required ? { outcome: 'required' } : undefined
}
