import { count } from '../../../shared/waits.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Activation, PrivilegedRole } from './types.ts'

/** Formats minutes, such as `30 minutes`, `4 hours` or `2 hours 30 minutes`. */
export function describeMinutes(minutes: number): string {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && count(hours, 'hour'), (remainingMinutes > 0 || hours === 0) && count(remainingMinutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}

/** The requirements of a role in addition to the reason, which every activation needs. */
export function requirementsOf({ requires, approvers }: Pick<PrivilegedRole, 'requires' | 'approvers'>): string[] {
  return [
    requires.ticket && 'a ticket',
    requires.mfa && 'multi-factor authentication',
    requires.approval && `approval${approvers.length > 0 ? ` by ${approvers.join(' or ')}` : ''}`,
  ].filter((each): each is string => each !== false)
}

/** Formats a list as `a, b and c`. */
export function formatList(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : (items[0] ?? '')
}

const stateLabels: Record<string, { tone: Tone; word: string }> = {
  pending_approval: { tone: 'warn', word: 'Pending approval' },
  sending: { tone: 'busy', word: 'Sending to Azure' },
  scheduled: { tone: 'info', word: 'Scheduled' },
  active: { tone: 'ok', word: 'Active' },
  ending: { tone: 'busy', word: 'Deactivating' },
  ended: { tone: 'neutral', word: 'Ended' },
  deactivated: { tone: 'neutral', word: 'Deactivated' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  denied: { tone: 'bad', word: 'Rejected' },
  expired: { tone: 'neutral', word: 'Expired' },
  failed: { tone: 'bad', word: 'Failed' },
}

export function stateOf({ status }: Pick<Activation, 'status'>): { tone: Tone; word: string } {
  return stateLabels[status] ?? { tone: 'neutral', word: status }
}

/** The slider’s step in minutes, finer for short maximums. */
export function stepOf(maxMinutes: number): number {
  return maxMinutes <= 60 ? 5 : maxMinutes <= 240 ? 15 : 30
}

/** Formats a local time in the form that `datetime-local` inputs need. */
export function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export const rolesPageLabels = {
  open: 'Active and pending roles',
  recent: 'Recent activations',
  find: 'Find role',
} as const

export const activateLabels = {
  request: 'Request activation',
  noTicket: 'Enter a ticket number, such as CHG0031245.',
  totalDuration: 'Total duration',
} as const
