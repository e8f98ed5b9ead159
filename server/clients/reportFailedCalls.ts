import { countFailures, type FailureCounter, type FailureLog } from '../telemetry/countFailures.ts'
import type { ExternalError } from './externalError.ts'
import { isServiceFailure } from './watch.ts'

export const failedCallTexts = {
  lost: 'a call to an external service failed',
  back: 'an external service accepts calls again',
} as const

const forgetAfterMs = 3_600_000
const maxReported = 500

interface CallInfo {
  method: string
  path: string
}

interface FailedCalls {
  failed(call: CallInfo & { status: number | undefined; code: string }, error: ExternalError): void
  worked(call: CallInfo): void
}

/**
 * Logs an outage of a service once, and each rejected call once, until they end. Runs retry for days, and otherwise every attempt would be
 * logged.
 */
export function reportFailedCalls(log: FailureLog, service: string, now: () => number): FailedCalls {
  const outage = countFailures(log, { about: { service }, texts: failedCallTexts })
  const rejected = new Map<string, FailureCounter & { cause: string; at: number }>()

  return {
    failed(call, error) {
      if (isServiceFailure(error)) return outage.failed(call, failedCallTexts.lost)
      outage.worked()
      const { method, path, status, code } = call
      const key = `${method} ${path}`
      const cause = `${status} ${code}`
      const known = rejected.get(key)
      const isKnown = known?.cause === cause && now() - known.at < forgetAfterMs
      const counter = isKnown ? known : countFailures(log, { about: { service, method, path }, texts: failedCallTexts })
      rejected.delete(key)
      if (rejected.size >= maxReported) rejected.delete(rejected.keys().next().value!)
      rejected.set(key, { ...counter, cause, at: now() })
      counter.failed(call, failedCallTexts.lost)
    },
    worked({ method, path }) {
      outage.worked()
      const key = `${method} ${path}`
      rejected.get(key)?.worked()
      rejected.delete(key)
    },
  }
}
