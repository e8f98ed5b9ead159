import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ActivationStatus } from '../../../db/tables.ts'
import { type AccountFacts, canDoInAccount, stateVerdict } from '../../accounts/accounts/policy.ts'
import type { ActivationRules } from './rules.ts'

type OpenRequestKind = { status: ActivationStatus } | null

export const activationProblems = {
  active: 'This role is already active.',
  requested: 'You already requested this role.',
  noRules: 'Azure doesn’t return the rules of this role. Ask a directory administrator to check its PIM settings.',
  notAllowed: 'Only the person with the role and administrators can do this.',
  notOwn: 'Only the person with the role can extend it.',
  extensionPending: 'You already requested an extension. It is pending approval.',
  maximum: 'You have this role for its maximum duration. Activate it again when it has ended.',
  notEligible: 'You have no eligible role in this account. Ask an owner of the account.',
}

export const openLabels: Partial<Record<ActivationStatus, string>> = {
  pending_approval: 'You already requested this role. It is pending approval.',
  sending: 'You requested this role a moment ago.',
  scheduled: 'You already scheduled this role for later. Cancel the scheduled activation first.',
  active: activationProblems.active,
  ending: 'This role is being deactivated.',
}

export function canActivate(
  account: AccountFacts,
  rules: ActivationRules | undefined,
  active: object | null,
  openActivation: OpenRequestKind = null,
): Verdict {
  const state = stateVerdict('manageAccess', account)
  if (state !== true) return state
  if (openActivation) return openLabels[openActivation.status] ?? activationProblems.requested
  if (active !== null) return activationProblems.active
  return rules ? true : activationProblems.noRules
}

interface ActivationFacts {
  person: { id: string }
  status: ActivationStatus
  startsAt: Date | null
  endsAt: Date | null
  maxMinutes: number
  requestedEnd: Date | null
}

export const minActiveMinutes = 5

export function activationCan(actor: Person, activation: ActivationFacts): { extend: Verdict; deactivate: Verdict; cancel: Verdict } {
  const { person, status, startsAt, endsAt, maxMinutes, requestedEnd } = activation
  const isOwn = person.id === actor.id
  const canActVerdict: Verdict = isOwn || actor.admin ? true : activationProblems.notAllowed
  const notActive = `${statusSentences[status]}.`
  const totalMinutes = startsAt && endsAt ? (endsAt.getTime() - startsAt.getTime()) / 60_000 : 0
  return {
    extend: !isOwn
      ? activationProblems.notOwn
      : status !== 'active'
        ? notActive
        : requestedEnd
          ? activationProblems.extensionPending
          : totalMinutes >= maxMinutes
            ? activationProblems.maximum
            : true,
    deactivate: canActVerdict !== true ? canActVerdict : status === 'active' ? true : notActive,
    cancel:
      canActVerdict !== true
        ? canActVerdict
        : status === 'pending_approval' || status === 'scheduled'
          ? true
          : `${statusSentences[status]}, so there is nothing to cancel.`,
  }
}

export const statusSentences: Record<ActivationStatus, string> = {
  pending_approval: 'This role is pending approval',
  sending: 'This role is being requested',
  scheduled: 'This role is scheduled',
  active: 'This role is active',
  ending: 'This role is being deactivated',
  ended: 'This role has ended',
  deactivated: 'This role was deactivated',
  cancelled: 'This activation was cancelled',
  denied: 'This activation was rejected',
  expired: 'This activation request expired',
  failed: 'This activation failed',
}

export function canSeeActivations(actor: Person, account: AccountFacts): Verdict {
  return canDoInAccount(actor, 'seeAll', account)
}

export function canRefresh(actor: Person, account: AccountFacts, roles: { eligible: boolean }): Verdict {
  if (roles.eligible || canDoInAccount(actor, 'seeAll', account) === true) return true
  return activationProblems.notEligible
}
