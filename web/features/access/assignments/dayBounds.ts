const padTwoDigits = (value: number) => String(value).padStart(2, '0')

export function dayOf(timestamp: string | null): string {
  if (timestamp === null) return ''
  const date = new Date(timestamp)
  return `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`
}

export function endOfDay(day: string, latest: string | null): string {
  const end = new Date(`${day}T23:59:00`).toISOString()
  return latest !== null && latest < end && dayOf(latest) === day ? latest : end
}
