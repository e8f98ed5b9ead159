import { isUnavailable } from './unavailable.ts'

export const outageTexts = { lost: 'the database is unavailable', back: 'the database is available again' } as const

type Write = (details: object, text: string) => void

export interface OutageLog {
  warn: Write
  info?: Write
  debug?: Write
}

interface OutageReporter {
  failed(error: unknown): void
  worked(): void
}

interface ReportedComponent {
  component: string
  text: string
  /** Time in milliseconds without a failure after which the outage counts as over, for a component that doesn't report success. */
  quietMs?: number
}

/**
 * Logs that a component lost the database, and that it is back, once per outage. A component that polls would otherwise log each attempt.
 * Each failure is logged at debug.
 */
export function reportOutages(log: OutageLog, { component, text, quietMs }: ReportedComponent): OutageReporter {
  let outage: { startedAt: number; lastFailureAt: number; failures: number } | undefined
  let timer: NodeJS.Timeout | undefined

  function end(endedAt: number): void {
    if (!outage) return
    const { startedAt, failures } = outage
    outage = undefined
    clearTimeout(timer)
    log.info?.({ component, seconds: Math.round((endedAt - startedAt) / 100) / 10, failures }, outageTexts.back)
  }

  return {
    failed(error) {
      if (!isUnavailable(error)) return log.warn({ component, err: error }, text)
      const now = performance.now()
      if (!outage) log.warn({ component, err: error }, outageTexts.lost)
      log.debug?.({ component, err: error }, text)
      outage = { startedAt: outage?.startedAt ?? now, lastFailureAt: now, failures: (outage?.failures ?? 0) + 1 }
      if (quietMs === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => end(outage?.lastFailureAt ?? now), quietMs).unref()
    },
    worked: () => end(performance.now()),
  }
}
