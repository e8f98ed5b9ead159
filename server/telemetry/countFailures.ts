type Write = (details: object, text: string) => void

export interface FailureLog {
  warn: Write
  info?: Write
  debug?: Write
}

export interface FailureCounter {
  failed(details: object, text: string): void
  worked(): void
}

interface CountedFailures {
  about: object
  texts: { lost: string; back: string }
  /** Time in milliseconds without a failure after which they count as over, for a component that doesn't report success. */
  quietMs?: number | undefined
}

/**
 * Logs the first of several failures, and their number when they end, because a component that retries would otherwise log each attempt.
 * Each failure is logged at debug.
 */
export function countFailures(log: FailureLog, { about, texts, quietMs }: CountedFailures): FailureCounter {
  let outage: { startedAt: number; lastFailureAt: number; failures: number } | undefined
  let timer: NodeJS.Timeout | undefined

  function end(endedAt: number): void {
    if (!outage) return
    const { startedAt, failures } = outage
    outage = undefined
    clearTimeout(timer)
    log.info?.({ ...about, seconds: Math.round((endedAt - startedAt) / 100) / 10, failures }, texts.back)
  }

  return {
    failed(details, text) {
      const now = performance.now()
      if (!outage) log.warn(details, texts.lost)
      log.debug?.(details, text)
      outage = { startedAt: outage?.startedAt ?? now, lastFailureAt: now, failures: (outage?.failures ?? 0) + 1 }
      if (quietMs === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => end(outage?.lastFailureAt ?? now), quietMs).unref()
    },
    worked: () => end(performance.now()),
  }
}
