import { count } from '../../../shared/waits.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Activation, PrivilegedRole } from './types.ts'

/** `30 minutes`, `4 hours`, `2 hours 30 minutes`. */
export function minutesInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && count(hours, 'hour'), (rest > 0 || hours === 0) && count(rest, 'minute')].filter(Boolean).join(' ')
}

/** Lists requirements in addition to the reason. */
export function whatItAsks({ requires, approvers }: Pick<PrivilegedRole, 'requires' | 'approvers'>): string[] {
  return [
    requires.ticket && 'a ticket',
    requires.mfa && 'a strong sign-in',
    requires.approval && `an approval${approvers.length > 0 ? ` by ${approvers.join(' or ')}` : ''}`,
  ].filter((each): each is string => each !== false)
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

const stateWords: Record<string, { tone: Tone; word: string }> = {
  pending_approval: { tone: 'warn', word: 'Waits for its approval' },
  sending: { tone: 'busy', word: 'Azure is being told' },
  scheduled: { tone: 'info', word: 'Set for later' },
  active: { tone: 'ok', word: 'Active' },
  ending: { tone: 'busy', word: 'Being given back' },
  ended: { tone: 'neutral', word: 'Ended' },
  deactivated: { tone: 'neutral', word: 'Given back' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  denied: { tone: 'bad', word: 'Refused' },
  expired: { tone: 'neutral', word: 'Nobody decided' },
  failed: { tone: 'bad', word: 'Not given' },
}

export function stateOf({ status }: Pick<Activation, 'status'>): { tone: Tone; word: string } {
  return stateWords[status] ?? { tone: 'neutral', word: status }
}

/** Short maximums get finer steps. */
export function stepOf(maxMinutes: number): number {
  return maxMinutes <= 60 ? 5 : maxMinutes <= 240 ? 15 : 30
}

/** Formats a date for a datetime-local field, in the local time zone. */
export function localTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
