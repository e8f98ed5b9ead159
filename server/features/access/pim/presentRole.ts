import type { ActivationStatus } from '../../../db/tables.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'
import type { Eligible } from './eligibility.ts'
import { canActivate } from './policy.ts'
import type { PimActivation, PimRole } from './schemas.ts'

/** Presents a role with its abilities, its requirements and the person’s open request. */
export function presentRole(account: AccountFacts, role: Eligible, lets: string[], open: PimActivation | undefined): PimRole {
  const { rules, scheduleId: _, ...rest } = role
  // Azure shows an activation with a delay of up to a minute, so Slipway’s record comes first.
  const active = open?.status === 'active' ? { until: open.endsAt } : open ? null : role.active
  return {
    ...rest,
    active,
    lets,
    maxMinutes: rules?.maxMinutes ?? null,
    requires: {
      justification: rules?.justification ?? true,
      ticket: rules?.ticket ?? false,
      mfa: rules?.mfa ?? false,
      approval: rules?.approval ?? false,
    },
    approvers: (rules?.stages ?? []).flatMap(({ primary }) => primary.map(({ name }) => name)),
    activation: open ?? null,
    can: { activate: canActivate(account, rules, active, open ? { status: open.status as ActivationStatus } : null) },
  }
}
