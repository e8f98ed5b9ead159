/** Parses a ServiceNow time such as `2026-11-21 09:30:00` in UTC; undefined if the time is not set. */
export function timeOf(text: string | undefined): Date | undefined {
  const time = text ? new Date(`${text.replace(' ', 'T')}Z`) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
}

/** Returns the priority from 1 to 5; null if ServiceNow has no priority or an unknown one. */
export function priorityOf(text: string | undefined): number | null {
  return /^[1-5]$/.test(text ?? '') ? Number(text) : null
}
