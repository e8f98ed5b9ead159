const two = (value: number) => String(value).padStart(2, '0')

/** The day of a moment here, as a date field writes it. */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last moment of a day here, or the latest that is allowed on it. */
export function endOfDay(day: string, latest: string | null): string {
  const end = new Date(`${day}T23:59:00`).toISOString()
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end
}
