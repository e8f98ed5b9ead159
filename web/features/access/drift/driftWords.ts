import type { CallInput, CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Differences = CallResult<'listAccessDifferences'>
export type Difference = Differences['items'][number]
export type Action = CallInput<'settleAccessDifference'>['body']['action']

/** Resolutions of each kind, the most common first. */
export const actionsOf: Record<Difference['kind'], readonly Action[]> = {
  added: ['adopt', 'remove'],
  removed: ['restore', 'accept'],
  groupMissing: ['restore', 'accept'],
}

export function actionLabel(action: Action, kind: Difference['kind']): string {
  if (action === 'adopt') return 'Adopt'
  if (action === 'remove') return 'Remove'
  if (action === 'restore') return kind === 'groupMissing' ? 'Bring it back' : 'Restore'
  return kind === 'groupMissing' ? 'Delete it here too' : 'End the grant'
}

export function questionOf(action: Action, kind: Difference['kind'], many: number): string {
  const things = (one: string) => (many === 1 ? `this ${one}` : `${many} ${one}s`)
  if (kind === 'groupMissing' && action === 'restore') return `Bring ${things('group')} back?`
  if (kind === 'groupMissing') return `Delete ${things('group')} here too?`
  if (action === 'accept') return `End ${things('grant')}?`
  return `${actionLabel(action, kind)} ${things('membership')}?`
}

export function whatWillHappen(action: Action, kind: Difference['kind'], many: boolean): string {
  if (action === 'adopt')
    return many
      ? 'They keep what they have, from now on as grants on record, under your name.'
      : 'The membership stays, from now on as a grant on record, under your name.'
  if (action === 'remove') return many ? 'They are taken out of the groups in the directory.' : 'The membership ends in the directory.'
  if (action === 'restore')
    return kind === 'groupMissing'
      ? 'The directory keeps a deleted group for 30 days. It comes back with everybody who was in it, and with its roles.'
      : `The directory is told to let ${many ? 'them' : 'the person'} in again, for as long as ${many ? 'each grant' : 'the grant'} says.`
  return kind === 'groupMissing'
    ? 'Its grants end, requests for it are closed, and its roles in the account are taken away.'
    : `${many ? 'The grants end' : 'The grant ends'} on record as well. Access can be asked for again.`
}

const outcomes: Record<Exclude<Difference['status'], 'open'>, { tone: Tone; text: string }> = {
  adopted: { tone: 'ok', text: 'Adopted' },
  removed: { tone: 'ok', text: 'Removed' },
  restored: { tone: 'ok', text: 'Restored' },
  accepted: { tone: 'ok', text: 'Accepted' },
  gone: { tone: 'neutral', text: 'Vanished by itself' },
}

/** Names the outcome of a resolved difference, including a run that is still in progress. */
export function outcomeOf({ status, work }: Difference): { tone: Tone; text: string } {
  if (status === 'open') return { tone: 'warn', text: 'Open' }
  if (work === 'stuck') return { tone: 'bad', text: `${outcomes[status].text}; the directory refuses` }
  if (work === 'running') return { tone: 'busy', text: `${outcomes[status].text}; the directory is being told` }
  return outcomes[status]
}

/** Gives the first reason why the action isn’t possible for all of them. */
export function reasonForAll(items: readonly Difference[], action: Action): string | undefined {
  for (const item of items) {
    const verdict = item.can[action]
    if (verdict !== true) return items.length === 1 ? verdict : `${item.member?.name ?? item.group.name}: ${verdict}`
  }
  return undefined
}
