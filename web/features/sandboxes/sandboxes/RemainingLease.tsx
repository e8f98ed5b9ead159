import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'
import { describeSpan } from './labels.ts'
import type { SandboxSummary } from './types.ts'

const warningMs = 48 * 3_600_000
const urgentMs = 24 * 3_600_000

/** Shows the remaining time, updated every half minute, or the full lease until the sandbox is ready. */
export function RemainingLease({ lease }: { lease: SandboxSummary['lease'] }) {
  const now = useNow('halfMinute')
  if (!lease.start || !lease.end) {
    return <p className="text-sm text-ink-2">{describeSpan(lease.hours)}, starting when it’s ready</p>
  }
  const total = Math.max(1, Date.parse(lease.end) - Date.parse(lease.start))
  const remaining = Math.max(0, Date.parse(lease.end) - now)
  return (
    <Meter
      label={`Until ${formatDateTime(lease.end)}`}
      text={remaining > 0 ? `${formatDuration(remaining)} left` : 'Lease ended'}
      value={Math.min(remaining, total)}
      max={total}
      inverted
      warnAt={Math.min(0.5, warningMs / total)}
      badAt={Math.min(0.2, urgentMs / total)}
    />
  )
}
