import { formatDateTime } from '../../../ui/format.ts'
import { dayOf } from '../../access/assignments/days.ts'
import type { Delegation } from './types.ts'

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const week = 6 * 86_400_000

/** `until Friday`, `until 4 Dec 2026`, `until you end it`. */
export function describeUntil(endsAt: string | null, now: number, open = 'until ended'): string {
  if (endsAt === null) return open
  const at = Date.parse(endsAt)
  if (dayOf(endsAt) === dayOf(new Date(now).toISOString())) return 'until tonight'
  return `until ${at - now < week ? weekday.format(at) : formatDateTime(endsAt, { time: false })}`
}

/** `2 Dec 2026 to 9 Dec 2026`. */
export function describePeriod({ startsAt, endsAt }: Pick<Delegation, 'startsAt' | 'endsAt'>): string {
  const from = formatDateTime(startsAt, { time: false })
  if (endsAt === null) return `from ${from}, until ended`
  const to = formatDateTime(endsAt, { time: false })
  return from === to ? `on ${from}` : `${from} to ${to}`
}

export const decisions = (count: number) => (count === 1 ? '1 pending approval' : `${count} pending approvals`)
