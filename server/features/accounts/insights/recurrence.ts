const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const ordinals = ['first', 'second', 'third', 'fourth', 'last'] as const

/** Weekdays count from Monday = 1, as in ISO 8601. */
export type Recurrence =
  | { every: 'day'; interval: number }
  | { every: 'week'; interval: number; weekdays: number[] }
  | { every: 'month'; interval: number; days: number[] }
  | { every: 'month'; interval: number; place: (typeof ordinals)[number]; weekday: number; offset: number }

/**
 * Parses Azure's `recurEvery`, such as `3Days`, `Week Saturday,Sunday`, `Month day23,day24` or `Month Last Sunday Offset-3`. Undefined for
 * other text.
 */
export function parseRecurrence(text: string): Recurrence | undefined {
  const match = /^(\d{0,3})\s*(day|week|month)s?(?:\s+(.+))?$/i.exec(text.trim())
  if (!match) return undefined
  const interval = Number(match[1] || 1)
  const every = match[2]!.toLowerCase() as 'day' | 'week' | 'month'
  const recurrenceText = match[3]?.trim().toLowerCase()
  if (interval < 1) return undefined
  if (every === 'day') return recurrenceText === undefined ? { every, interval } : undefined
  if (every === 'week') {
    const days = (recurrenceText ?? '')
      .split(/\s*,\s*/)
      .filter(Boolean)
      .map(weekdayOf)
    return days.every((day) => day !== undefined) ? { every, interval, weekdays: days.sort() } : undefined
  }
  if (recurrenceText === undefined) return { every, interval, days: [] }
  const nthPattern = /^(first|second|third|fourth|last)\s+(\w+)(?:\s+offset\s*(-?[0-6]))?$/.exec(recurrenceText)
  if (nthPattern) {
    const weekday = weekdayOf(nthPattern[2]!)
    return weekday === undefined
      ? undefined
      : { every, interval, place: nthPattern[1] as (typeof ordinals)[number], weekday, offset: Number(nthPattern[3] ?? 0) }
  }
  const days = recurrenceText.split(/\s*,\s*/).map((dayText) => Number(/^day(-?\d{1,2})$/.exec(dayText)?.[1] ?? Number.NaN))
  return days.every((day) => day >= -1 && day <= 31 && day !== 0) ? { every, interval, days: days.sort((a, b) => a - b) } : undefined
}

function weekdayOf(name: string): number | undefined {
  const index = (weekdays as readonly string[]).indexOf(name)
  return index < 0 ? undefined : index + 1
}

const titles = weekdays.map((name) => name[0]!.toUpperCase() + name.slice(1))

export function joinList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export function describeRecurrence(recurrence: Recurrence): string {
  const { every, interval } = recurrence
  const intervalText = interval === 1 ? `Every ${every}` : `Every ${interval} ${every}s`
  if (recurrence.every === 'day') return intervalText
  if (recurrence.every === 'week') {
    const days = recurrence.weekdays.map((day) => titles[day - 1]!)
    if (days.length === 0) return intervalText
    return interval === 1 ? `Every ${joinList(days)}` : `${intervalText} on ${joinList(days)}`
  }
  if ('place' in recurrence) {
    const { place: ordinal, weekday, offset } = recurrence
    const offsetText =
      offset === 0 ? '' : ` ${Math.abs(offset)} ${Math.abs(offset) === 1 ? 'day' : 'days'} ${offset < 0 ? 'before' : 'after'}`
    return `${intervalText}${offsetText ? `,${offsetText}` : ' on'} the ${ordinal} ${titles[weekday - 1]}`
  }
  if (recurrence.days.length === 0) return intervalText
  return `${intervalText} on ${joinList(recurrence.days.map((day) => (day === -1 ? 'the last day' : `day ${day}`)))}`
}
