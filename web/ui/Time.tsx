import { formatClock, formatDateTime, formatDuration, formatExact, formatRelative } from './format.ts'
import { useNow } from './useNow.ts'

/** `3 days ago`, kept up to date, with the exact time on hover and for screen readers. `at`: ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const exact = formatExact(at)
  return (
    <time dateTime={at} title={exact}>
      {formatRelative(at, useNow('halfMinute'))}
      <span className="sr-only"> ({exact})</span>
    </time>
  )
}

/** `21 Nov 2026, 14:05`; with `time={false}` the day only. */
export function DateTime({ at, time = true }: { at: string; time?: boolean }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatDateTime(at, { time })}
    </time>
  )
}

/** `14:05:31`, preceded by the day unless it is today, for steps that follow each other closely. */
export function ClockTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatClock(at, useNow('halfMinute'))}
    </time>
  )
}

/** `2 d 4 h`, between two times or from `from` until now. */
export function Duration({ from, to }: { from: string; to?: string | undefined }) {
  return to ? <span className="tabular-nums">{formatDuration(Date.parse(to) - Date.parse(from))}</span> : <Running from={from} />
}

function Running({ from }: { from: string }) {
  return <span className="tabular-nums">{formatDuration(useNow('second') - Date.parse(from))}</span>
}

/** The time until `until`: `1 h 12 min`, then `passed`. */
export function Countdown({ until, passed = 'ended' }: { until: string; passed?: string }) {
  const left = Date.parse(until) - useNow('second')
  return (
    <time dateTime={until} title={formatExact(until)}>
      {left > 0 ? formatDuration(left) : passed}
    </time>
  )
}
