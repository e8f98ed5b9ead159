import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'
import { describeSpan } from './labels.ts'
import type { SandboxSummary } from './types.ts'

const soonMs = 48 * 3_600_000
const atOnceMs = 24 * 3_600_000

/** Shows the remaining lease, updated every half minute. Before provisioning ends, shows the full lease. */
export function LeaseLeft({ lease, ended = 'Lease ended' }: { lease: SandboxSummary['lease']; ended?: string }) {
  const now = useNow('halfMinute')
  if (!lease.start || !lease.end) {
    return <p className="text-sm text-ink-2">{describeSpan(lease.hours)}, starting when it’s ready</p>
  }
  const whole = Math.max(1, Date.parse(lease.end) - Date.parse(lease.start))
  const left = Math.max(0, Date.parse(lease.end) - now)
  return (
    <Meter
      label={`Until ${formatDateTime(lease.end)}`}
      text={left > 0 ? `${formatDuration(left)} left` : ended}
      value={Math.min(left, whole)}
      max={whole}
      inverted
      warnAt={Math.min(0.5, soonMs / whole)}
      badAt={Math.min(0.2, atOnceMs / whole)}
    />
  )
}
