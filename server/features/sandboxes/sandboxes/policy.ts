import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { type Lease, leaseAllows } from './lease.ts'

export interface SandboxFacts {
  lease: Lease
  owners: { id: string }[]
  /** The actor is a current or future member of one of its groups. */
  member: boolean
  /** An extension is pending approval. */
  extensionWaits: boolean
  now: Date
}
export const sandboxActions = [
  'changeOwners',
  'manageMembers',
  'fetchAccess',
  'extend',
  'freeze',
  'thaw',
  'delete',
  'undoDeletion',
  'seeInside',
  'retry',
] as const
export type SandboxAction = (typeof sandboxActions)[number]

const ways: Record<SandboxStatus, string> = {
  queued: 'The sandbox is queued.',
  provisioning: 'Setup is in progress. Wait until it completes.',
  failed: 'Setup failed. Delete the sandbox, or ask an administrator to retry.',
  active: 'The sandbox is active.',
  frozen: 'The sandbox is frozen.',
  deleting: 'The sandbox is being deleted. Undo the deletion first.',
  deleted: 'The sandbox is deleted.',
  quarantined: 'Removal failed. Administrators will fix it.',
}
const gone: readonly SandboxStatus[] = ['deleting', 'deleted', 'quarantined']
const living: readonly SandboxStatus[] = ['active', 'frozen']

export function ownsSandbox(actor: Person, sandbox: { owners: { id: string }[] }): boolean {
  return sandbox.owners.some((owner) => owner.id === actor.id)
}

/** Decides whether the actor has the right, whatever the state. */
export function canDoInSandbox(actor: Person, what: SandboxAction, facts: Pick<SandboxFacts, 'owners' | 'member' | 'lease'>): Verdict {
  if (what === 'retry') return actor.admin ? true : 'Only administrators can retry this.'
  const owner = ownsSandbox(actor, facts)
  if (what === 'fetchAccess') return owner || facts.member ? 'You are a member.' : true
  if (what === 'seeInside')
    return owner || facts.member || actor.admin || actor.auditor
      ? true
      : 'Only its owners and members, administrators and auditors can see this.'
  if (what === 'thaw' && facts.lease.frozen_because === 'admin' && !actor.admin)
    return 'An administrator froze this sandbox, so only an administrator can resume it.'
  if (what === 'undoDeletion' && owner && facts.lease.delete_because === 'admin' && !actor.admin)
    return 'An administrator deleted this sandbox, so only an administrator can undo it.'
  return owner || actor.admin ? true : 'Only owners and administrators can do this.'
}

/** Decides whether the state allows the action, for any actor. @param admin can resume a sandbox without remaining budget */
export function sandboxStateAllows(what: SandboxAction, { lease, extensionWaits, now }: SandboxFacts, admin = false): Verdict {
  const { status } = lease
  switch (what) {
    case 'seeInside':
      return true
    case 'changeOwners':
      return gone.includes(status) ? ways[status] : true
    case 'manageMembers':
    case 'fetchAccess':
      return living.includes(status) ? true : ways[status]
    case 'extend': {
      const allowed = leaseAllows(lease, { kind: 'extend', hours: 1, budget: 0 }, now)
      return allowed === true && extensionWaits ? 'An extension is already pending approval.' : allowed
    }
    case 'freeze':
      return leaseAllows(lease, { kind: 'freeze', because: 'owner' }, now)
    case 'thaw':
      return leaseAllows(lease, { kind: 'thaw', overBudget: admin }, now)
    case 'delete':
      return leaseAllows(lease, { kind: 'delete', because: 'owner' }, now)
    case 'undoDeletion':
      return leaseAllows(lease, { kind: 'undoDeletion' }, now)
    case 'retry':
      return status === 'failed' || status === 'quarantined' ? true : 'No run failed.'
  }
}

export function sandboxCan(actor: Person, facts: SandboxFacts): Record<SandboxAction, Verdict> {
  const verdict = (what: SandboxAction): Verdict => {
    const who = canDoInSandbox(actor, what, facts)
    return who === true ? sandboxStateAllows(what, facts, actor.admin) : who
  }
  return Object.fromEntries(sandboxActions.map((what) => [what, verdict(what)])) as Record<SandboxAction, Verdict>
}
