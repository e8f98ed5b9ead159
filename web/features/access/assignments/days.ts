const two = (value: number) => String(value).padStart(2, '0')

/** Formats a date for a date field, in the local time zone. */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Gives the last minute of a day in the local time zone, or the latest allowed time on that day. */
export function endOfDay(day: string, latest: string | null): string {
  const end = new Date(`${day}T23:59:00`).toISOString()
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end
}
