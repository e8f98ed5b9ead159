import { formatDateTime } from '../../../ui/format.ts'
import { locale } from '../../../ui/locale.ts'
import { dayOf } from '../../access/assignments/dayBounds.ts'
import type { Delegation, MailChoice } from './types.ts'

export const absenceLabels = {
  notDelegate: 'You’re not a delegate',
  add: 'Add absence',
  start: 'Start absence',
  delegateMissing: 'Choose a delegate.',
  suggestions: 'Suggested delegates',
  decideFor: (person: string) => `You decide for ${person}`,
} as const

export const mailLabels: Record<MailChoice, string> = { now: 'Immediately', digest: 'Daily summary', off: 'Only in Slipway' }

export const mailSettingLabels = { choice: (subject: string) => `${subject}: email`, quietHours: 'Quiet hours', save: 'Save' } as const

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const week = 6 * 86_400_000

/** Formats the end date of a delegation: `until Friday`, `until 4 Dec 2026` or `until you end it`. */
export function describeUntil(endsAt: string | null, now: number, open = 'without an end date'): string {
  if (endsAt === null) return open
  const position = Date.parse(endsAt)
  if (dayOf(endsAt) === dayOf(new Date(now).toISOString())) return 'until the end of today'
  return `until ${position - now < week ? weekday.format(position) : formatDateTime(endsAt, { time: false })}`
}

export function describePeriod({ startsAt, endsAt }: Pick<Delegation, 'startsAt' | 'endsAt'>): string {
  const from = formatDateTime(startsAt, { time: false })
  if (endsAt === null) return `from ${from}, no end date`
  const to = formatDateTime(endsAt, { time: false })
  return from === to ? `on ${from}` : `${from} to ${to}`
}

export const decisions = (count: number) => (count === 1 ? '1 pending approval' : `${count} pending approvals`)

export const pendingApprovals = (count: number): string =>
  count === 0 ? 'You have no pending approvals.' : `You have ${decisions(count)}.`

export function describeOwnAbsence(endsAt: string | null, delegate: string, now: number): string {
  return `You’re away ${describeUntil(endsAt, now, 'until you end the delegation')}. ${delegate} decides for you.`
}

export const describeUndelegatedAbsence = (until: string | null, now: number): string =>
  `Your calendar shows you away ${describeUntil(until, now)}, and you have no delegate`

export const describeDelegating = (person: string, endsAt: string | null, now: number): string =>
  `${absenceLabels.decideFor(person)} ${describeUntil(endsAt, now)}`
