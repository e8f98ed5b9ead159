const day = 86_400_000
/** How long before the end people are told. */
const reminderDays = [14, 1]

/** When somebody whose access ends then is next told of it. A time that has passed is not made up for: whoever was let in for less was told then. */
export function nextReminder(endsAt: Date | null, now: Date): Date | null {
  if (!endsAt) return null
  const next = reminderDays.map((days) => endsAt.getTime() - days * day).find((at) => at > now.getTime())
  return next === undefined ? null : new Date(next)
}
