import type { NotificationKind } from '../../../notifications/kinds.ts'
import { formatMoneyText } from '../../accounts/updates/labels.ts'
import { afterMove, freezePercent, graceHours, type Move, toText } from '../sandboxes/lease.ts'
import type { LockedSandbox } from '../sandboxes/queries.ts'

export const notificationKinds = {
  ready: 'sandboxReady',
  frozen: 'sandboxFrozen',
  thawed: 'sandboxThawed',
  extended: 'sandboxExtended',
  ends: 'sandboxEnds',
  spent: 'sandboxSpent',
  idle: 'sandboxIdle',
  deleting: 'sandboxDeleting',
  undone: 'sandboxDeletionUndone',
  removing: 'sandboxRemoving',
} as const satisfies Record<string, NotificationKind>
export type SandboxNotificationKind = keyof typeof notificationKinds

/** The texts of an event and its notification. Times are added by the screen, which knows the reader’s time zone. */
export interface TransitionMessage {
  kind: SandboxNotificationKind
  text: string
  title: string
  body: string
  /** Members are notified too, because it changes what they can do. */
  members: boolean
}

interface Who {
  by: { displayName: string } | null
  reason?: string
  now: Date
}

export function messageFor(sandbox: LockedSandbox, move: Move, { by, reason, now }: Who): TransitionMessage {
  const { name } = sandbox
  const who = by?.displayName ?? 'Slipway'
  const because = reason ? `: ${sentence(reason)}` : '.'
  switch (move.kind) {
    case 'start': {
      const text = `Ready. The lease lasts ${toText(sandbox.lease_hours)} from now on.`
      return { kind: 'ready', text, title: `${name} is ready`, body: `The lease lasts ${toText(sandbox.lease_hours)}.`, members: false }
    }
    case 'freeze': {
      const still = 'Compute and access are stopped. Your data is kept, and the lease continues.'
      const frozen = { kind: 'frozen' as const, title: `${name} is frozen`, members: true }
      if (move.because === 'budget') {
        const percent = freezePercent(sandbox.terms) ?? 100
        const why = percent === 100 ? 'the budget is used up' : `${percent}% of the budget is spent`
        const body = `Frozen because ${why}. ${still} An extension with more money resumes it.`
        return { ...frozen, text: `Frozen because ${why}.`, body }
      }
      return { ...frozen, text: `Frozen by ${who}${because}`, body: reason ? `${who}: ${sentence(reason)} ${still}` : still }
    }
    case 'thaw':
      return {
        kind: 'thawed',
        text: `Resumed by ${who}${because}`,
        title: `${name} resumed`,
        body: 'Compute is starting again.',
        members: true,
      }
    case 'delete':
      return deletion(sandbox, move.because, who, because)
    case 'undoDeletion': {
      const frozen = afterMove(sandbox, move, now).status === 'frozen'
      const body = frozen ? 'The sandbox is frozen, as before.' : 'Compute is starting again.'
      return { kind: 'undone', text: `Deletion undone by ${who}.`, title: `${name}: deletion undone`, body, members: true }
    }
    case 'extend':
      return extension(sandbox, move, now)
    case 'remove':
      return {
        kind: 'removing',
        text: 'The time to undo the deletion is over. The sandbox is being removed.',
        title: `Removing ${name}`,
        body: 'Everything in it is permanently deleted.',
        members: false,
      }
  }
}

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** @param ending `.`, or the reason */
function deletion({ name, status }: LockedSandbox, because: 'owner' | 'admin' | 'expired', who: string, ending: string): TransitionMessage {
  const why = because === 'expired' ? 'The lease has ended' : `Deleted by ${who}`
  if (status === 'queued' || status === 'failed')
    return {
      kind: 'deleting',
      text: `${why} before it was ready${ending}`,
      title: `${name} deleted`,
      body: `${why} before it was ready${ending}`,
      members: false,
    }
  const way = because === 'expired' ? 'an extension restores it' : 'you can undo this'
  return {
    kind: 'deleting',
    text: `${why}${ending} Everything is kept for ${toText(graceHours)}, in which ${way}.`,
    title: because === 'expired' ? `The lease of ${name} has ended` : `Deleting ${name}`,
    body: `${why}${ending} Compute and access are stopped. Everything is kept for ${toText(graceHours)}, in which ${way}.`,
    members: true,
  }
}

function extension(sandbox: LockedSandbox, move: Extract<Move, { kind: 'extend' }>, now: Date): TransitionMessage {
  const money = formatMoneyText({ amount: move.budget, currency: sandbox.currency })
  const more = [...(move.hours > 0 ? [toText(move.hours)] : []), ...(move.budget > 0 ? [money] : [])].join(' and ')
  const resumesAfter = sandbox.status !== 'active' && afterMove(sandbox, move, now).status === 'active'
  const tail = resumesAfter ? ' Compute is starting again.' : ''
  return {
    kind: 'extended',
    text: `Extended by ${more}.${tail}`,
    title: `${sandbox.name} has ${more} more`,
    body: `Extended.${tail}`,
    members: resumesAfter,
  }
}
