import { count } from '../../../shared/waits.ts'
import type { Decommission } from './types.ts'

export const decommissionLabels = {
  title: (account: string) => `Decommission ${account}`,
  dependencies: 'Dependencies',
  approvers: 'Approvers',
  hub: 'the company’s hub',
  notChecked: 'Couldn’t be checked:',
  blockers: (blockers: number) => count(blockers, 'blocker'),
  resources: (resources: number, groups: number) => `${count(resources, 'resource')} in ${count(groups, 'resource group')}`,
  grace: 'Access removed. Everything else is kept for',
  graceRemoving: 'Removing access. Everything else is kept for',
  graceNotRemoved: 'Access wasn’t removed. Everything is kept for',
  graceUnknown: 'Resources are kept for',
  restorable: 'Decommissioned, restorable for',
  openUndo: 'Undo',
  openRestore: 'Restore',
  confirmRestore: (account: string) => `Restore ${account}?`,
  confirmRemoval: (account: string) => `Remove everything in ${account} now?`,
  inUse: 'This account is in use',
  unchecked: 'Some dependencies couldn’t be checked',
  repeatCheck: 'Check again',
  unused: 'No blockers or dependencies.',
  removed: 'Removed resources',
  request: 'Request decommission',
  blocked: 'Resolve the blockers above first.',
  undo: 'Undo decommission',
  skipGrace: 'Skip grace period…',
  removeNow: 'Remove everything now',
  restore: 'Restore account',
} as const

/** Returns the title of the grace period. Removing access can fail, or an administrator can skip it. */
export function graceTitle(run: Pick<NonNullable<Decommission['run']>, 'steps'> | null): string {
  const status = run?.steps.find(({ name }) => name === 'revokeAccess')?.status
  if (status === undefined) return decommissionLabels.graceUnknown
  if (status === 'succeeded') return decommissionLabels.grace
  return status === 'failed' || status === 'skipped' ? decommissionLabels.graceNotRemoved : decommissionLabels.graceRemoving
}
