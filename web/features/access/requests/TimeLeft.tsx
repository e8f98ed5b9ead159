import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'

const day = 86_400_000
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
/** These match the reminders 14 days and 1 day before the end; short memberships have no reminders. */
const soon = { days: 14, share: 0.25 }
const atOnce = { days: 1, share: 0.05 }

export function TimeLeft({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow('halfMinute')
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  const whole = Math.max(1, end - start)
  const left = Math.max(0, end - Math.max(now, start))
  const share = (limit: { days: number; share: number }) => Math.min((limit.days * day) / whole, limit.share)
  return (
    <Meter
      label={`Until ${left < day ? clock.format(end) : formatDateTime(endsAt, { time: false })}`}
      text={left > 0 ? `${formatDuration(left)} left` : 'Ending now'}
      value={left}
      max={whole}
      inverted
      warnAt={share(soon)}
      badAt={share(atOnce)}
    />
  )
}
