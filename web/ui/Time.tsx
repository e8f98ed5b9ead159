import { formatClock, formatDateTime, formatDuration, formatExact, formatRelative } from './format.ts'
import { useNow } from './useNow.ts'

/**
 * Shows a time such as `3 days ago` and keeps it up to date, with the exact time on hover and for screen readers. `at` is an ISO 8601 text.
 */
export function RelativeTime({ at }: { at: string }) {
  const exactTime = formatExact(at)
  return (
    <time dateTime={at} title={exactTime}>
      {formatRelative(at, useNow('halfMinute'))}
      <span className="sr-only"> ({exactTime})</span>
    </time>
  )
}

/** Shows a time as `21 Nov 2026, 14:05` or, with `time={false}`, only the day. */
export function DateTime({ at, time = true }: { at: string; time?: boolean }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDateTime(at, { time })}
    </time>
  )
}

/** Shows a time as `14:05:31`. The day is shown unless it is today. Used for steps that are seconds apart. */
export function ClockTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatClock(at, useNow('halfMinute'))}
    </time>
  )
}

/** Shows the duration between two times, or from `from` until now, such as `2 d 4 h`. */
export function Duration({ from, to }: { from: string; to?: string | undefined }) {
  return to ? <span className="tabular-nums">{formatDuration(Date.parse(to) - Date.parse(from))}</span> : <RunningDuration from={from} />
}

function RunningDuration({ from }: { from: string }) {
  return <span className="tabular-nums">{formatDuration(useNow('second') - Date.parse(from))}</span>
}

/** Shows the time until `until`, such as `1 h 12 min`, and `passed` after it. */
export function Countdown({ until, passed = 'ended' }: { until: string; passed?: string }) {
  const remaining = Date.parse(until) - useNow('second')
  return (
    <time dateTime={until} title={formatExact(until)}>
      {remaining > 0 ? formatDuration(remaining) : passed}
    </time>
  )
}
