import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatRemaining, formatTimeOfDay } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'
import { myAccessLabels } from './myAccessLabels.ts'

const day = 86_400_000
/** The limits match the reminders 14 days and 1 day before the end. The shares apply to short memberships, which have no reminders. */
const warningLimit = { days: 14, share: 0.25 }
const urgentLimit = { days: 1, share: 0.05 }

export function TimeLeft({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const now = useNow('halfMinute')
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  const total = Math.max(1, end - start)
  const remaining = Math.max(0, end - Math.max(now, start))
  const share = (limit: { days: number; share: number }) => Math.min((limit.days * day) / total, limit.share)
  return (
    <Meter
      label={`Until ${remaining < day ? formatTimeOfDay(endsAt, now) : formatDateTime(endsAt, { time: false })}`}
      text={remaining > 0 ? myAccessLabels.timeLeft(formatRemaining(remaining)) : 'Ending now'}
      value={remaining}
      max={total}
      inverted
      warnAt={share(warningLimit)}
      badAt={share(urgentLimit)}
    />
  )
}
