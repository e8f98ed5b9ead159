import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { type Lease, leaseVerdict } from './lease.ts'

export interface SandboxFacts {
  lease: Lease
  owners: { id: string }[]
  member: boolean
  extensionWaits: boolean
  now: Date
}
export const sandboxActions = [
  'changeOwners',
  'manageMembers',
  'fetchAccess',
  'extend',
  'freeze',
  'resume',
  'delete',
  'undoDeletion',
  'seeInside',
  'retry',
] as const
export type SandboxAction = (typeof sandboxActions)[number]

const statusMessages: Record<SandboxStatus, string> = {
  queued: 'The sandbox is queued.',
  provisioning: 'Setup is in progress. Wait until it completes.',
  failed: 'Setup failed. Delete the sandbox, or ask an administrator to retry.',
  active: 'The sandbox is active.',
  frozen: 'The sandbox is frozen.',
  deleting: 'The sandbox is being deleted. Undo the deletion first.',
  deleted: 'The sandbox is deleted.',
  quarantined: 'Removal failed. Administrators will fix it.',
}
export const extensionPending = 'An extension is already pending approval.'
const endedStatuses: readonly SandboxStatus[] = ['deleting', 'deleted', 'quarantined']
const activeOrFrozenStatuses: readonly SandboxStatus[] = ['active', 'frozen']

export function ownsSandbox(actor: Person, sandbox: { owners: { id: string }[] }): boolean {
  return sandbox.owners.some((owner) => owner.id === actor.id)
}

/** Decides whether the actor can take the action, in any status of the sandbox. */
export function canDoInSandbox(actor: Person, action: SandboxAction, facts: Pick<SandboxFacts, 'owners' | 'member' | 'lease'>): Verdict {
  if (action === 'retry') return actor.admin ? true : 'Only administrators can retry this.'
  const owner = ownsSandbox(actor, facts)
  if (action === 'fetchAccess') return owner || facts.member ? 'You are a member.' : true
  if (action === 'seeInside')
    return owner || facts.member || actor.admin || actor.auditor
      ? true
      : 'Only owners and members of the sandbox, administrators and auditors can see this.'
  if (action === 'resume' && facts.lease.freeze_cause === 'admin' && !actor.admin)
    return 'An administrator froze this sandbox, so only an administrator can resume it.'
  if (action === 'undoDeletion' && owner && facts.lease.delete_cause === 'admin' && !actor.admin)
    return 'An administrator deleted this sandbox, so only an administrator can undo it.'
  return owner || actor.admin ? true : 'Only owners and administrators can do this.'
}

/**
 * Decides whether the status allows the action, for any actor.
 * @param isAdmin whether the actor can resume a sandbox without remaining budget
 */
export function sandboxStateVerdict(action: SandboxAction, { lease, extensionWaits, now }: SandboxFacts, isAdmin = false): Verdict {
  const { status } = lease
  switch (action) {
    case 'seeInside':
      return true
    case 'changeOwners':
      return endedStatuses.includes(status) ? statusMessages[status] : true
    case 'manageMembers':
    case 'fetchAccess':
      return activeOrFrozenStatuses.includes(status) ? true : statusMessages[status]
    case 'extend': {
      const extensionVerdict = leaseVerdict(lease, { kind: 'extend', hours: 1, budget: 0 }, now)
      return extensionVerdict === true && extensionWaits ? extensionPending : extensionVerdict
    }
    case 'freeze':
      return leaseVerdict(lease, { kind: 'freeze', cause: 'owner' }, now)
    case 'resume':
      return leaseVerdict(lease, { kind: 'resume', overBudget: isAdmin }, now)
    case 'delete':
      return leaseVerdict(lease, { kind: 'delete', cause: 'owner' }, now)
    case 'undoDeletion':
      return leaseVerdict(lease, { kind: 'undoDeletion' }, now)
    case 'retry':
      return status === 'failed' || status === 'quarantined' ? true : 'No run of this sandbox has failed.'
  }
}

export function sandboxCan(actor: Person, facts: SandboxFacts): Record<SandboxAction, Verdict> {
  const verdict = (action: SandboxAction): Verdict => {
    const roleVerdict = canDoInSandbox(actor, action, facts)
    return roleVerdict === true ? sandboxStateVerdict(action, facts, actor.admin) : roleVerdict
  }
  return Object.fromEntries(sandboxActions.map((action) => [action, verdict(action)])) as Record<SandboxAction, Verdict>
}
