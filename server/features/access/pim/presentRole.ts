import type { ActivationStatus } from '../../../db/tables.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'
import type { EligibleRole } from './eligibility.ts'
import { canActivate } from './policy.ts'
import type { PimActivation, PimRole } from './schemas.ts'

export function presentRole(
  account: AccountFacts,
  role: EligibleRole,
  allowedActions: string[],
  openActivation: PimActivation | undefined,
): PimRole {
  const { rules, scheduleId: _, ...rest } = role
  // Azure shows an activation up to a minute late, so Slipway’s record takes precedence.
  const active = openActivation?.status === 'active' ? { until: openActivation.endsAt } : openActivation ? null : role.active
  return {
    ...rest,
    active,
    allowedActions,
    maxMinutes: rules?.maxMinutes ?? null,
    requires: {
      justification: rules?.justification ?? true,
      ticket: rules?.ticket ?? false,
      mfa: rules?.mfa ?? false,
      approval: rules?.approval ?? false,
    },
    approvers: (rules?.stages ?? []).flatMap(({ primary }) => primary.map(({ name }) => name)),
    activation: openActivation ?? null,
    can: { activate: canActivate(account, rules, active, openActivation ? { status: openActivation.status as ActivationStatus } : null) },
  }
}
