/** `2026-11-21 09:30:00`, in UTC as ServiceNow sends it; undefined when there is none. */
export function timeOf(text: string | undefined): Date | undefined {
  const time = text ? new Date(`${text.replace(' ', 'T')}Z`) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
}

/** 1 to 5; null when ServiceNow does not say, or has others. */
export function priorityOf(text: string | undefined): number | null {
  return /^[1-5]$/.test(text ?? '') ? Number(text) : null
}
