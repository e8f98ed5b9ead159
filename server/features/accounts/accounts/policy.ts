import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { AccountKind, AccountStatus } from '../../../db/tables.ts'

export interface AccountFacts {
  kind: AccountKind
  status: AccountStatus
  subscriptionId: string | null
  owners: { id: string }[]
}
type Action = 'seeAll' | 'update' | 'changeServices' | 'updateOwners' | 'manageAccess' | 'administer' | 'decommission' | 'delete'

export function ownsAccount(actor: Person, account: Pick<AccountFacts, 'owners'>): boolean {
  return account.owners.some((owner) => owner.id === actor.id)
}

/** Completes a sentence that starts with the account. */
export const statusPhrases: Record<AccountStatus, string> = {
  provisioning: 'is being set up',
  failed: 'couldn’t be set up',
  active: 'is active',
  decommissioning: 'is being decommissioned',
  decommissioned: 'is decommissioned',
  deleted: 'was deleted',
}
export const reasons = {
  seeAll: 'Only owners, administrators and auditors can see this.',
  change: 'Only owners and administrators can do this.',
} as const

export function canDoInAccount(actor: Person, action: Action, account: AccountFacts): Verdict {
  if (actor.admin) return true
  if (action === 'administer') return 'Only administrators can change this.'
  const isOwner = ownsAccount(actor, account)
  if (action === 'delete')
    return isOwner && account.subscriptionId === null
      ? true
      : 'Only administrators can delete this account. Owners can delete accounts without a subscription.'
  if (isOwner) return true
  if (action === 'seeAll') return actor.auditor ? true : reasons.seeAll
  return reasons.change
}

export function stateVerdict(action: Action, { kind, status, subscriptionId }: AccountFacts): Verdict {
  if (action === 'seeAll') return true
  if (action === 'delete') {
    if (status === 'decommissioned') return true
    if (status === 'provisioning') return 'Setup is in progress. Wait until it completes.'
    if (status === 'decommissioning') return 'Decommissioning is in progress. Wait until it completes.'
    if (kind === 'manual' || subscriptionId === null) return true
    return status === 'failed'
      ? 'Setup failed after the subscription was created. Retry the setup, then decommission the account.'
      : 'This account has a subscription. Decommission it first.'
  }
  if (action === 'changeServices') {
    if (kind === 'manual') return 'This is a manual record, so Slipway can’t set up services for it.'
    if (status !== 'active') return `You can change services of active accounts only. This account ${statusPhrases[status]}.`
    return subscriptionId === null ? 'This account has no subscription, so it can’t have services.' : true
  }
  if (action === 'manageAccess') {
    if (status !== 'active') return `You can grant access to active accounts only. This account ${statusPhrases[status]}.`
    return subscriptionId === null ? 'This account has no subscription, so you can’t grant access to it.' : true
  }
  if (action === 'decommission') {
    if (status !== 'active') return `You can decommission active accounts only. This account ${statusPhrases[status]}.`
    return subscriptionId === null ? 'This account has no subscription. An administrator can delete the record.' : true
  }
  return status === 'decommissioned' ? 'You can’t change a decommissioned account.' : true
}

/**
 * Checks whether details that are also stored in the cloud can be changed. During setup and decommission they can't, because the run has
 * already read them.
 */
export function cloudSyncVerdict({ kind, status }: Pick<AccountFacts, 'kind' | 'status'>): Verdict {
  if (kind === 'manual' || status === 'active') return true
  return status === 'provisioning' || status === 'failed'
    ? 'The account isn’t set up yet. You can change the description now, and the rest when it is active.'
    : 'Decommissioning is in progress. You can change the description only. To change more, undo the decommission.'
}

export function accountCan(actor: Person, account: AccountFacts): Record<Action, Verdict> {
  const verdict = (action: Action): Verdict => {
    const roleVerdict = canDoInAccount(actor, action, account)
    return roleVerdict === true ? stateVerdict(action, account) : roleVerdict
  }
  return {
    seeAll: verdict('seeAll'),
    update: verdict('update'),
    changeServices: verdict('changeServices'),
    updateOwners: verdict('updateOwners'),
    manageAccess: verdict('manageAccess'),
    administer: verdict('administer'),
    decommission: verdict('decommission'),
    delete: verdict('delete'),
  }
}
