import type { Run } from './requestTypes.ts'
import { runTimelineLabels } from './runTimelineLabels.ts'
import { describeRunDuration } from './waits.ts'

/** Renders nothing if the run isn't in progress, or if there are too few earlier runs. */
export function UsualDuration({ run: { usualSeconds } }: { run: Run }) {
  if (usualSeconds == null) return null
  return (
    <p className="mt-1 text-sm text-ink-2">
      {runTimelineLabels.usualDuration} <strong className="font-medium text-ink">{describeRunDuration(usualSeconds)}</strong>.
    </p>
  )
}
