import type { CallInput, CallResult } from '../../../api/client.ts'
import { count } from '../../../shared/waits.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Differences = CallResult<'listAccessDifferences'>
export type Difference = Differences['items'][number]
export type Action = CallInput<'resolveAccessDifference'>['body']['action']

export const actionsOf: Record<Difference['kind'], readonly Action[]> = {
  added: ['adopt', 'remove'],
  removed: ['restore', 'accept'],
  groupMissing: ['restore', 'accept'],
}

export function actionLabel(action: Action, kind: Difference['kind']): string {
  if (action === 'adopt') return 'Adopt'
  if (action === 'remove') return 'Remove'
  if (action === 'restore') return kind === 'groupMissing' ? 'Restore group' : 'Restore'
  return kind === 'groupMissing' ? 'Delete in Slipway' : 'End assignment'
}

export function confirmationText(action: Action, kind: Difference['kind'], count: number): string {
  const itemsText = (item: string) => (count === 1 ? `this ${item}` : `${count} ${item}s`)
  if (kind === 'groupMissing' && action === 'restore') return `Restore ${itemsText('group')}?`
  if (kind === 'groupMissing') return `Delete ${itemsText('group')} in Slipway?`
  if (action === 'accept') return `End ${itemsText('assignment')}?`
  return `${actionLabel(action, kind)} ${itemsText('membership')}?`
}

export function describeEffect(action: Action, kind: Difference['kind'], isBulk: boolean): string {
  if (action === 'adopt')
    return isBulk
      ? 'The members keep access. Slipway records the assignments under your name.'
      : 'The member keeps access. Slipway records the assignment under your name.'
  if (action === 'remove')
    return isBulk ? 'The members are removed from the groups in the directory.' : 'The member is removed from the group in the directory.'
  if (action === 'restore')
    return kind === 'groupMissing'
      ? 'The directory keeps a deleted group for 30 days. Its members and roles are restored with it.'
      : isBulk
        ? 'The members are added to the groups again. Their end dates stay the same.'
        : 'The member is added to the group again. The end date stays the same.'
  return kind === 'groupMissing'
    ? 'Its assignments end, pending requests are closed, and its roles in the account are removed.'
    : `${isBulk ? 'The assignments end' : 'The assignment ends'} in Slipway too. Access can be requested again.`
}

const outcomes: Record<Exclude<Difference['status'], 'open'>, { tone: Tone; text: string }> = {
  adopted: { tone: 'ok', text: 'Adopted' },
  removed: { tone: 'ok', text: 'Removed' },
  restored: { tone: 'ok', text: 'Restored' },
  accepted: { tone: 'ok', text: 'Accepted' },
  gone: { tone: 'neutral', text: 'Resolved without action' },
}

export function outcomeOf({ status, progress }: Difference): { tone: Tone; text: string } {
  if (status === 'open') return { tone: 'warn', text: 'Open' }
  if (progress === 'stuck') return { tone: 'bad', text: `${outcomes[status].text}, but the directory update failed` }
  if (progress === 'running') return { tone: 'busy', text: `${outcomes[status].text}, updating the directory` }
  return outcomes[status]
}

export function reasonForAll(items: readonly Difference[], action: Action): string | undefined {
  for (const item of items) {
    const verdict = item.can[action]
    if (verdict !== true) return items.length === 1 ? verdict : `${item.member?.name ?? item.group.name}: ${verdict}`
  }
  return undefined
}

export const driftPageLabels = {
  status: 'Status',
  open: 'Open',
  resolved: 'Resolved',
  scan: 'Scan now',
  none: 'No access drift',
  firstScan: 'First scan in progress',
  selected: 'Selected differences',
  found: (differences: number) => `${count(differences, 'difference')} between the directory and Slipway’s record`,
  review: (differences: number) => (differences === 1 ? 'Review difference' : 'Review differences'),
  list: (account: string) => `Differences in ${account}`,
  selectAll: (differences: number, account: string) => `Select all ${differences} in ${account}`,
  noGroups: 'You don’t own an account with access groups. Access changes made outside Slipway to your accounts appear here.',
} as const
