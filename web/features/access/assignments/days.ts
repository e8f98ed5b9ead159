const two = (value: number) => String(value).padStart(2, '0')

/** Formats a moment as a local day for a date field. */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the end of a local day, or `latest` where that is on the same day. */
export function endOfDay(day: string, latest: string | null): string {
  const end = new Date(`${day}T23:59:00`).toISOString()
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end
}
