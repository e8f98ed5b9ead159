import { Meter } from '../../../ui/Charts.tsx'
import { formatDateTime, formatDuration, formatRemaining } from '../../../ui/format.ts'
import { useNow } from '../../../ui/useNow.ts'
import { describeSpan, meterLabels } from './labels.ts'
import type { SandboxSummary } from './types.ts'

const warningMs = 48 * 3_600_000
const urgentMs = 24 * 3_600_000

/** Shows the lease, updated every half minute, or its length until the sandbox is ready. The bar is the used part, as for the spend. */
export function RemainingLease({ lease }: { lease: SandboxSummary['lease'] }) {
  const now = useNow('halfMinute')
  if (!lease.start || !lease.end) {
    return <p className="text-sm text-ink-2">{describeSpan(lease.hours)}, starting when it’s ready</p>
  }
  const total = Math.max(1, Date.parse(lease.end) - Date.parse(lease.start))
  const remaining = Math.max(0, Date.parse(lease.end) - now)
  const used = Math.max(0, total - remaining)
  return (
    <div>
      <Meter
        label={meterLabels.time}
        text={`${formatDuration(used)} of ${formatDuration(total)}`}
        value={used}
        max={total}
        warnAt={1 - Math.min(0.5, warningMs / total)}
        badAt={1 - Math.min(0.2, urgentMs / total)}
      />
      <p className="mt-1 text-sm text-ink-2">
        {remaining > 0
          ? `${formatRemaining(remaining)} left, until ${formatDateTime(lease.end)}`
          : `Lease ended ${formatDateTime(lease.end)}`}
      </p>
    </div>
  )
}
