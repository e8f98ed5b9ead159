const day = 86_400_000
const reminderDays = [14, 1]

/**
 * Returns the time of the next reminder. Reminders in the past are left out, because the person was notified of the end date when access
 * was granted.
 */
export function nextReminder(endsAt: Date | null, now: Date): Date | null {
  if (!endsAt) return null
  const next = reminderDays.map((days) => endsAt.getTime() - days * day).find((at) => at > now.getTime())
  return next === undefined ? null : new Date(next)
}
