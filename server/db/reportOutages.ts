import { countFailures, type FailureLog } from '../telemetry/countFailures.ts'
import { isUnavailable } from './unavailable.ts'

export const outageTexts = { lost: 'the database is unavailable', back: 'the database is available again' } as const

interface OutageReporter {
  failed(error: unknown): void
  worked(): void
}

interface ReportedComponent {
  component: string
  text: string
  quietMs?: number
}

/** Logs that a component lost the database, and that it is back, once per outage. Every other error is logged. */
export function reportOutages(log: FailureLog, { component, text, quietMs }: ReportedComponent): OutageReporter {
  const { failed, worked } = countFailures(log, { about: { component }, texts: outageTexts, quietMs })
  return {
    failed: (err) => (isUnavailable(err) ? failed({ component, err }, text) : log.warn({ component, err }, text)),
    worked,
  }
}
