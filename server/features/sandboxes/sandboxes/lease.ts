import type { Verdict } from '../../../auth/access.ts'
import type { SandboxStatus, SandboxTerms } from '../../../db/tables.ts'
import { formatHours } from '../../../format.ts'

const hour = 3_600_000
export const graceHours = 24
export const maxLeaseHours = 87_600

export const inHours = (from: Date, hours: number): Date => new Date(from.getTime() + hours * hour)

/** Times are instants and durations are hours, so clock changes never move the end of a lease. */
export interface Lease {
  status: SandboxStatus
  terms: Pick<SandboxTerms, 'thresholds' | 'maxExtensions' | 'extensionHours' | 'maxBudget' | 'reminderHours'>
  lease_hours: number
  lease_start: Date | null
  lease_end: Date | null
  extensions_used: number
  /** Minor units, like `spent`. */
  budget_limit: number
  spent: number
  limit_reached_at: Date | null
  frozen_at: Date | null
  freeze_cause: 'budget' | 'owner' | 'admin' | null
  delete_requested_at: Date | null
  delete_cause: 'owner' | 'admin' | 'expired' | null
  delete_at: Date | null
  removing_at: Date | null
  deleted_at: Date | null
}

export type LeaseTransition =
  | { kind: 'start' }
  | { kind: 'freeze'; cause: 'budget' | 'owner' | 'admin' }
  /** `overBudget` lets an administrator resume a sandbox without remaining budget. */
  | { kind: 'resume'; overBudget: boolean }
  | { kind: 'delete'; cause: 'owner' | 'admin' | 'expired' }
  | { kind: 'undoDeletion' }
  | { kind: 'extend'; hours: number; budget: number }
  | { kind: 'remove' }
type Change = Partial<Omit<Lease, 'terms'>>

export function freezePercent({ thresholds }: Pick<SandboxTerms, 'thresholds'>): number | undefined {
  return thresholds.find(({ action }) => action === 'freeze')?.percent
}

/** In minor units; undefined if the template never freezes its sandboxes. */
export function freezeAmount({ terms, budget_limit }: Pick<Lease, 'terms' | 'budget_limit'>): number | undefined {
  const percent = freezePercent(terms)
  return percent === undefined ? undefined : Math.ceil((budget_limit * percent) / 100)
}

/** A template without a freezing threshold never freezes its sandboxes. */
export function budgetUsedUp({ spent, budget_limit, terms }: Pick<Lease, 'spent' | 'budget_limit' | 'terms'>): boolean {
  const percent = freezePercent(terms)
  return percent !== undefined && spent * 100 >= budget_limit * percent
}

const statusMessages: Record<SandboxStatus, string> = {
  queued: 'The sandbox is still queued.',
  provisioning: 'Setup is in progress. Wait until it completes.',
  failed: 'Setup failed. Delete the sandbox, or ask an administrator to retry.',
  active: 'The sandbox is active.',
  frozen: 'The sandbox is frozen. Resume it first.',
  deleting: 'The sandbox is being deleted. Undo the deletion first.',
  deleted: 'The sandbox was deleted. Request a new one.',
  quarantined: 'Removal failed. Administrators will fix it.',
}

export const leaseReasons = {
  noBudget: 'The budget is used up. Request more budget first.',
  frozen: 'The sandbox is already frozen.',
} as const

/** Callers check the actor’s permissions. */
export function leaseVerdict(lease: Lease, leaseTransition: LeaseTransition, now: Date): Verdict {
  const { status } = lease
  if (leaseTransition.kind === 'start') return status === 'provisioning' ? true : statusMessages[status]
  if (leaseTransition.kind === 'freeze')
    return status === 'active' ? true : status === 'frozen' ? leaseReasons.frozen : statusMessages[status]
  if (leaseTransition.kind === 'resume') {
    if (status !== 'frozen') return status === 'active' ? 'The sandbox isn’t frozen.' : statusMessages[status]
    if (lease.lease_end! <= now) return 'The lease has ended. Request an extension first.'
    return leaseTransition.overBudget || !budgetUsedUp(lease) ? true : leaseReasons.noBudget
  }
  if (leaseTransition.kind === 'delete') {
    if (status === 'deleting') return 'The sandbox is already being deleted.'
    if (leaseTransition.cause === 'expired' && (lease.lease_end === null || lease.lease_end > now)) return 'The lease hasn’t ended.'
    return status === 'queued' || status === 'failed' || status === 'active' || status === 'frozen' ? true : statusMessages[status]
  }
  if (leaseTransition.kind === 'undoDeletion') {
    const isInGrace = inGrace(lease, now)
    if (isInGrace !== true) return isInGrace
    return lease.delete_cause === 'expired' ? 'The lease has ended. Request an extension, which also restores the sandbox.' : true
  }
  if (leaseTransition.kind === 'extend') return canExtend(lease, leaseTransition, now)
  if (status !== 'deleting') return 'The sandbox isn’t being deleted.'
  if (lease.removing_at !== null) return 'The sandbox is already being removed.'
  return lease.delete_at! <= now ? true : 'You can still undo the deletion.'
}

function inGrace({ status, delete_at, removing_at }: Lease, now: Date): Verdict {
  if (status === 'deleted') return statusMessages.deleted
  if (status !== 'deleting') return 'The sandbox isn’t being deleted.'
  return removing_at === null && delete_at! > now ? true : 'The sandbox is being removed. You can’t undo this.'
}

function canExtend(lease: Lease, { hours, budget }: { hours: number; budget: number }, now: Date): Verdict {
  const { status, terms } = lease
  if (status === 'deleting' && lease.delete_cause === 'expired') {
    const isInGrace = inGrace(lease, now)
    if (isInGrace !== true) return isInGrace
    if (hours === 0) return 'The lease has ended. Request more hours, not only more budget.'
  } else if (status !== 'active' && status !== 'frozen') return statusMessages[status]
  if (lease.extensions_used >= terms.maxExtensions)
    return terms.maxExtensions === 0
      ? 'Sandboxes of this template can’t be extended.'
      : 'The sandbox has had the maximum number of extensions.'
  if (hours + budget <= 0) return 'Request more hours, more budget, or both.'
  if (hours > terms.extensionHours) return `The maximum per extension is ${formatHours(terms.extensionHours)}.`
  if (lease.lease_hours + hours > maxLeaseHours) return 'A lease can last at most ten years.'
  if (lease.budget_limit + budget > terms.maxBudget) return 'The budget would exceed the template’s maximum.'
  return true
}

export function leaseAfter(lease: Lease, leaseTransition: LeaseTransition, now: Date): Change {
  switch (leaseTransition.kind) {
    case 'start':
      return { status: 'active', lease_start: now, lease_end: inHours(now, lease.lease_hours) }
    case 'freeze':
      return { status: 'frozen', frozen_at: now, freeze_cause: leaseTransition.cause }
    case 'resume':
      return { status: 'active', frozen_at: null, freeze_cause: null }
    case 'delete':
      return startedDeletion(lease, leaseTransition.cause, now)
    case 'undoDeletion':
      return { ...notDeleting, status: lease.freeze_cause === null ? 'active' : 'frozen' }
    case 'extend':
      return extended(lease, leaseTransition, now)
    case 'remove':
      return { removing_at: now }
  }
}

const notDeleting = { delete_requested_at: null, delete_cause: null, delete_at: null }

/** A sandbox that never had resources needs no grace period. */
function startedDeletion({ status }: Lease, reason: 'owner' | 'admin' | 'expired', now: Date): Change {
  if (status === 'queued') return { status: 'deleted', delete_requested_at: now, delete_cause: reason, deleted_at: now }
  const deletion = { status: 'deleting', delete_requested_at: now, delete_cause: reason } as const
  return status === 'failed' ? { ...deletion, delete_at: now, removing_at: now } : { ...deletion, delete_at: inHours(now, graceHours) }
}

/**
 * Hours count from the end, or from now if the end has passed. The sandbox resumes if it was frozen because of its budget, or is being
 * deleted because it expired.
 */
function extended(lease: Lease, { hours, budget }: { hours: number; budget: number }, now: Date): Change {
  const end = lease.lease_end!
  const nextLease = { ...lease, budget_limit: lease.budget_limit + budget }
  const hasBudget = lease.freeze_cause === 'budget' && !budgetUsedUp(nextLease)
  const resumed = hasBudget ? { frozen_at: null, freeze_cause: null } : {}
  const frozen = lease.freeze_cause !== null && !hasBudget
  return {
    ...(lease.status === 'deleting' ? notDeleting : {}),
    ...resumed,
    status: frozen ? 'frozen' : 'active',
    lease_hours: lease.lease_hours + hours,
    lease_end: hours === 0 ? end : inHours(end > now ? end : now, hours),
    extensions_used: lease.extensions_used + 1,
    budget_limit: nextLease.budget_limit,
    limit_reached_at: lease.spent < nextLease.budget_limit ? null : lease.limit_reached_at,
  }
}
