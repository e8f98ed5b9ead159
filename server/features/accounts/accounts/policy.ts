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

/** Whether these are the right hands at all, whatever state the account is in. */
export function whoMay(actor: Person, action: Action, account: AccountFacts): Verdict {
  if (actor.admin) return true
  if (action === 'administer') return 'Only administrators change this.'
  const owns = ownsAccount(actor, account)
  if (action === 'delete')
    return owns && account.subscriptionId === null
      ? true
      : 'Only administrators delete it; owners delete an account that has no subscription.'
  if (owns) return true
  if (action === 'seeAll') return actor.auditor ? true : 'Only its owners, administrators and auditors see this.'
  return 'Only its owners and administrators may do this.'
}

/** Whether the account is in a state for it, whoever asks. */
export function stateAllows(action: Action, { kind, status, subscriptionId }: AccountFacts): Verdict {
  if (action === 'seeAll') return true
  if (action === 'delete') {
    if (status === 'decommissioned') return true
    if (status === 'provisioning') return 'It is still being set up. Wait until that has ended.'
    if (status === 'decommissioning') return 'It is being decommissioned. Wait until that has ended.'
    if (kind === 'manual' || subscriptionId === null) return true
    return status === 'failed'
      ? 'Its setup failed after the subscription was made. Retry the setup, then decommission the account.'
      : 'It still has a subscription. Decommission the account first.'
  }
  if (action === 'changeServices') {
    if (kind === 'manual') return 'This record is kept by hand; Slipway sets nothing up for it.'
    if (status !== 'active') return `Only an active account’s services can be changed; this one is ${status}.`
    return subscriptionId === null ? 'It has no subscription to set services up in.' : true
  }
  if (action === 'manageAccess') {
    if (status !== 'active') return `Access is given in active accounts only; this one is ${status}.`
    return subscriptionId === null ? 'It has no subscription to give access to.' : true
  }
  if (action === 'decommission') {
    if (status !== 'active') return `Only an active account can be decommissioned; this one is ${status}.`
    return subscriptionId === null ? 'It has no subscription. An administrator can delete the record.' : true
  }
  return status === 'decommissioned' ? 'A decommissioned account stays as it was.' : true
}

/** Whether details that the cloud holds as well can be changed: whatever sets an account up or takes it down would not notice. */
export function cloudFollows({ kind, status }: Pick<AccountFacts, 'kind' | 'status'>): Verdict {
  if (kind === 'manual' || status === 'active') return true
  return status === 'provisioning' || status === 'failed'
    ? 'It is not set up yet. Budget, tags and the like can be changed once it is active; the description can be changed now.'
    : 'It is being decommissioned. Undo that first, if more than its description is to change.'
}

/** What the actor may do to an account now, or why not. */
export function accountCan(actor: Person, account: AccountFacts): Record<Action, Verdict> {
  const verdict = (action: Action): Verdict => {
    const who = whoMay(actor, action, account)
    return who === true ? stateAllows(action, account) : who
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
