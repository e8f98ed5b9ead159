import type { Verdict } from '../../access/access.ts'
import { type AccountFacts, stateAllows } from '../accounts/policy.ts'
import type { ActivationRules } from './rules.ts'

/** Whether an eligible person may take the role now. What Azure's own approvers decide is never decided here in their place. */
export function mayActivate(account: AccountFacts, rules: ActivationRules | undefined, active: object | null): Verdict {
  const state = stateAllows('manageAccess', account)
  if (state !== true) return state
  if (active !== null) return 'You have it already.'
  if (!rules) return 'Azure does not say by which rules it is taken. Ask an administrator of the directory to look at its policy.'
  return rules.approval
    ? 'Azure’s own approvers decide on it, and only when you ask there yourself: activate it in the Azure portal.'
    : true
}
