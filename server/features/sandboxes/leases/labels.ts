import { formatHours, formatMoney } from '../../../format.ts'
import type { NotificationKind } from '../../../notifications/kinds.ts'
import { freezePercent, graceHours, type LeaseTransition, leaseAfter } from '../sandboxes/lease.ts'
import type { LockedSandbox } from '../sandboxes/queries.ts'

export const notificationKinds = {
  ready: 'sandboxReady',
  frozen: 'sandboxFrozen',
  resumed: 'sandboxResumed',
  extended: 'sandboxExtended',
  ends: 'sandboxEnds',
  spent: 'sandboxSpent',
  idle: 'sandboxIdle',
  deleting: 'sandboxDeleting',
  undone: 'sandboxDeletionUndone',
  removing: 'sandboxRemoving',
} as const satisfies Record<string, NotificationKind>
type SandboxNotificationKind = keyof typeof notificationKinds

/** The texts of an event and its notification. The screen adds times, because it knows the time zone of the reader. */
export interface TransitionMessage {
  kind: SandboxNotificationKind
  text: string
  title: string
  body: string
  /** Whether members are notified too, because the event changes what they can do. */
  members: boolean
}

interface TransitionActor {
  by: { displayName: string } | null
  reason?: string
  now: Date
}

export function messageFor(
  sandbox: LockedSandbox,
  leaseTransition: LeaseTransition,
  { by, reason, now }: TransitionActor,
): TransitionMessage {
  const { name } = sandbox
  const actorName = by?.displayName ?? 'Slipway'
  const cause = reason ? `: ${endWithPeriod(reason)}` : '.'
  switch (leaseTransition.kind) {
    case 'start': {
      const text = `Ready. The lease of ${formatHours(sandbox.lease_hours)} has started.`
      return {
        kind: 'ready',
        text,
        title: `${name} is ready`,
        body: `The lease lasts ${formatHours(sandbox.lease_hours)}.`,
        members: false,
      }
    }
    case 'freeze': {
      const frozenNote = 'Compute and access are stopped. Your data is kept, and the lease continues.'
      const frozen = { kind: 'frozen' as const, title: `${name} is frozen`, members: true }
      if (leaseTransition.cause === 'budget') {
        const percent = freezePercent(sandbox.terms) ?? 100
        const freezeReason = percent === 100 ? 'the budget is used up' : `${percent}% of the budget is spent`
        const body = `Frozen because ${freezeReason}. ${frozenNote} To resume the sandbox, request an extension with more budget.`
        return { ...frozen, text: `Frozen because ${freezeReason}.`, body }
      }
      return {
        ...frozen,
        text: `Frozen by ${actorName}${cause}`,
        body: reason ? `${actorName}: ${endWithPeriod(reason)} ${frozenNote}` : frozenNote,
      }
    }
    case 'resume':
      return {
        kind: 'resumed',
        text: `Resumed by ${actorName}${cause}`,
        title: `${name} resumed`,
        body: 'Compute is starting again.',
        members: true,
      }
    case 'delete':
      return deletion(sandbox, leaseTransition.cause, actorName, cause)
    case 'undoDeletion': {
      const frozen = leaseAfter(sandbox, leaseTransition, now).status === 'frozen'
      const body = frozen ? 'The sandbox is frozen again.' : 'Compute is starting again.'
      return { kind: 'undone', text: `Deletion undone by ${actorName}.`, title: `${name}: deletion undone`, body, members: true }
    }
    case 'extend':
      return extension(sandbox, leaseTransition, now)
    case 'remove':
      return {
        kind: 'removing',
        text: 'The time to undo the deletion is over. The sandbox is being removed.',
        title: `Removal of ${name} started`,
        body: 'Everything in the sandbox is permanently deleted.',
        members: false,
      }
  }
}

const endWithPeriod = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

function deletion(
  { name, status }: LockedSandbox,
  cause: 'owner' | 'admin' | 'expired',
  actorName: string,
  endingText: string,
): TransitionMessage {
  const deletionReason = cause === 'expired' ? 'The lease has ended' : `Deleted by ${actorName}`
  if (status === 'queued' || status === 'failed')
    return {
      kind: 'deleting',
      text: `${deletionReason} before it was ready${endingText}`,
      title: `${name} deleted`,
      body: `${deletionReason} before it was ready${endingText}`,
      members: false,
    }
  const undoHint = cause === 'expired' ? 'you can request an extension to restore it' : 'you can undo this'
  return {
    kind: 'deleting',
    text: `${deletionReason}${endingText} Everything is kept for ${formatHours(graceHours)}; until then, ${undoHint}.`,
    title: cause === 'expired' ? `The lease of ${name} has ended` : `Deleting ${name}`,
    body: `${deletionReason}${endingText} Compute and access are stopped. Everything is kept for ${formatHours(graceHours)}; until then, ${undoHint}.`,
    members: true,
  }
}

function extension(sandbox: LockedSandbox, leaseTransition: Extract<LeaseTransition, { kind: 'extend' }>, now: Date): TransitionMessage {
  const money = formatMoney({ amount: leaseTransition.budget, currency: sandbox.currency })
  const additions = [
    ...(leaseTransition.hours > 0 ? [formatHours(leaseTransition.hours)] : []),
    ...(leaseTransition.budget > 0 ? [money] : []),
  ].join(' and ')
  const resumesAfter = sandbox.status !== 'active' && leaseAfter(sandbox, leaseTransition, now).status === 'active'
  const tail = resumesAfter ? ' Compute is starting again.' : ''
  return {
    kind: 'extended',
    text: `Extended by ${additions}.${tail}`,
    title: `${sandbox.name} has ${additions} more`,
    body: `Extended.${tail}`,
    members: resumesAfter,
  }
}
