import type { SandboxStatus } from '../../../db/tables.ts'
import { inHours, type Lease } from '../sandboxes/lease.ts'

/** The database rejects all other transitions (`sandbox_transitions`). */
export const transitions: Record<SandboxStatus, readonly SandboxStatus[]> = {
  queued: ['provisioning', 'deleted'],
  provisioning: ['active', 'failed'],
  failed: ['provisioning', 'deleting'],
  active: ['frozen', 'deleting'],
  frozen: ['active', 'deleting'],
  deleting: ['active', 'frozen', 'deleted', 'quarantined'],
  quarantined: ['deleting'],
  deleted: [],
}

export function canMove(from: SandboxStatus, to: SandboxStatus): boolean {
  return transitions[from].includes(to)
}

type DueAction = { kind: 'remind'; hours: number } | { kind: 'expire' } | { kind: 'remove' }

/**
 * A model of `expireSandboxes.ts` for tests with random actions: the transition or reminder that is due now. Of several past reminders only
 * the one nearest to the end is sent, and none after the end. If the end passed during downtime, the grace period still has its full length.
 * @param remindedHours hours before this end for which reminders were sent
 */
export function dueAction(lease: Lease, remindedHours: readonly number[], now: Date): DueAction | null {
  const { status, lease_end, terms, delete_at, removing_at } = lease
  if (status === 'deleting') return removing_at === null && delete_at! <= now ? { kind: 'remove' } : null
  if (status !== 'active' && status !== 'frozen') return null
  if (lease_end! <= now) return { kind: 'expire' }
  // A reminder that was due before the start of the lease is not sent.
  const passedReminders = terms.reminderHours.filter(
    (hours) => inHours(lease_end!, -hours) <= now && inHours(lease_end!, -hours) > lease.lease_start!,
  )
  const nearest = Math.min(...passedReminders)
  return passedReminders.length > 0 && !remindedHours.some((hours) => hours <= nearest) ? { kind: 'remind', hours: nearest } : null
}
