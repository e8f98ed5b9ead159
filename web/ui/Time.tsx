import { formatClock, formatDateTime, formatDuration, formatExact, formatRelative, formatUntil } from './format.ts'
import { useNow } from './useNow.ts'

/**
 * Shows a time such as `3 days ago`, updated live. The exact time is available on hover and to screen readers. `at` is an ISO 8601 text.
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

export function TimeUntil({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatUntil(at, useNow('halfMinute'))}
      <span className="sr-only"> ({formatExact(at)})</span>
    </time>
  )
}

/** Shows `21 Nov 2026, 14:05` or, with `time={false}`, only the day. */
export function DateTime({ at, time = true }: { at: string; time?: boolean }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDateTime(at, { time })}
    </time>
  )
}

/** Shows `14:05:31`, and the day unless it is today. For steps that are seconds apart. */
export function ClockTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatClock(at, useNow('halfMinute'))}
    </time>
  )
}

/** Shows the time from `from` to `to`, or until now, such as `2 d 4 h`. */
export function Duration({ from, to }: { from: string; to?: string | undefined }) {
  return to ? <span className="tabular-nums">{formatDuration(Date.parse(to) - Date.parse(from))}</span> : <RunningDuration from={from} />
}

function RunningDuration({ from }: { from: string }) {
  return <span className="tabular-nums">{formatDuration(useNow('second') - Date.parse(from))}</span>
}

/** Shows the time until `until`, such as `1 h 12 min`, and then `passed`. */
export function Countdown({ until, passed = 'ended' }: { until: string; passed?: string }) {
  const remaining = Date.parse(until) - useNow('second')
  return (
    <time dateTime={until} title={formatExact(until)} aria-live="off">
      {remaining > 0 ? formatDuration(remaining) : passed}
    </time>
  )
}
