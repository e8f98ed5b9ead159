import { count } from '../../../shared/waits.ts'
import { formatDateTime } from '../../../ui/format.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Activation, PrivilegedRole } from './types.ts'

/** Formats minutes, such as `30 minutes`, `4 hours` or `2 hours 30 minutes`. */
export function describeMinutes(minutes: number): string {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && count(hours, 'hour'), (remainingMinutes > 0 || hours === 0) && count(remainingMinutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}

/** Lists the requirements of a role besides the reason, which every activation needs. */
export function requirementsOf({ requires, approvers }: Pick<PrivilegedRole, 'requires' | 'approvers'>): string[] {
  return [
    requires.ticket && 'a ticket',
    requires.mfa && 'multi-factor authentication',
    requires.approval && `approval${approvers.length > 0 ? ` by ${approvers.join(' or ')}` : ''}`,
  ].filter((each): each is string => each !== false)
}

export function formatList(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : (items[0] ?? '')
}

const stateLabels: Record<string, { tone: Tone; label: string }> = {
  pending_approval: { tone: 'warn', label: 'Pending approval' },
  sending: { tone: 'busy', label: 'Sending to Azure' },
  scheduled: { tone: 'info', label: 'Scheduled' },
  active: { tone: 'ok', label: 'Active' },
  ending: { tone: 'busy', label: 'Deactivating' },
  ended: { tone: 'neutral', label: 'Ended' },
  deactivated: { tone: 'neutral', label: 'Deactivated' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
  denied: { tone: 'bad', label: 'Rejected' },
  expired: { tone: 'neutral', label: 'Expired' },
  failed: { tone: 'bad', label: 'Failed' },
}

export function stateOf({ status }: Pick<Activation, 'status'>): { tone: Tone; label: string } {
  return stateLabels[status] ?? { tone: 'neutral', label: status }
}

/** Returns the slider’s step in minutes, which is smaller for short maximums. */
export function sliderStep(maxMinutes: number): number {
  return maxMinutes <= 60 ? 5 : maxMinutes <= 240 ? 15 : 30
}

export function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export const rolesPageLabels = {
  open: 'Active and pending roles',
  activeSubject: 'your active roles',
  recent: 'Recent activations',
  find: 'Search roles',
  noneInAccount: 'You have no eligible roles in this account. You can get them through an access group with eligible roles.',
  deactivate: 'Deactivate',
  timeLeft: (time: string) => `${time} left`,
  keptActive: 'Azure keeps a role active for at least 5 minutes.',
} as const

export const activateLabels = {
  loadingRules: 'Wait until the role’s rules are loaded.',
  activate: 'Activate',
  schedule: 'Schedule activation',
  activateRole: (role: string) => `Activate ${role}`,
  action: (role: string, account: string, duration: string, startsAt?: string) =>
    startsAt
      ? `Schedule ${role} in ${account} for ${formatDateTime(startsAt)}, for ${duration}`
      : `Activate ${role} in ${account} for ${duration}`,
  extend: 'Extend',
  ticket: 'Ticket',
  approvers: (approvers: readonly string[]) => `Needs approval by ${approvers.join(' or ')}`,
  request: 'Request activation',
  noTicket: 'Enter a ticket number, such as CHG0031245.',
  wrongTicket: 'Enter only the ticket number, such as CHG0031245: 3 to 40 letters, digits or hyphens.',
  totalDuration: 'Total duration',
} as const

export function submitLabel({ approval, later }: { approval: boolean; later: boolean }): string {
  if (approval) return activateLabels.request
  return later ? activateLabels.schedule : activateLabels.activate
}

export function describeActivation({ status, role, minutes, startsAt, account }: Activation): { title: string; description: string } {
  if (status === 'active')
    return {
      title: `${role} activated for ${describeMinutes(minutes)}`,
      description: 'Azure can take a minute or two to apply the role everywhere.',
    }
  if (status === 'scheduled')
    return { title: `${role} scheduled for ${formatDateTime(startsAt ?? '')}`, description: `In ${account.name}.` }
  if (status === 'pending_approval') return { title: `${role} requested`, description: 'Approvers have 1 day to decide. We’ll notify you.' }
  return { title: `Activation of ${role} started`, description: 'Azure usually completes it within a minute.' }
}

export function describeExtension({ requestedUntil, role }: Activation): { title: string; description: string } {
  return requestedUntil
    ? { title: 'Extension requested', description: `${role} stays active until its current end.` }
    : { title: `Extending ${role}`, description: 'The role stays active.' }
}
