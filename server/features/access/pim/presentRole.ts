import type { ActivationStatus } from '../../../db/tables.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'
import type { Eligible } from './eligibility.ts'
import { mayActivate } from './policy.ts'
import type { PimActivation, PimRole } from './schemas.ts'

/** A role as the person sees it: what it lets them do, what it asks for, and whether they have it or have asked for it. */
export function presentRole(account: AccountFacts, role: Eligible, lets: string[], open: PimActivation | undefined): PimRole {
  const { rules, scheduleId: _, ...rest } = role
  // Azure is a minute behind what was given here.
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
    can: { activate: mayActivate(account, rules, active, open ? { status: open.status as ActivationStatus } : null) },
  }
}
