import type { CheckFailure } from '../../../db/jsonTypes.ts'
import type { DoctorCheck } from './schemas.ts'

interface FailureChanges {
  failures: CheckFailure[]
  added: CheckFailure[]
  resolved: CheckFailure[]
}

/**
 * Compares a report with the failures of the previous one. A check keeps its earlier status if its system didn’t respond, or if another
 * failure of the system prevented it. A check that only a write could prove is otherwise resolved: what can be read shows nothing missing.
 */
export function compareFailures(checks: readonly DoctorCheck[], previous: readonly CheckFailure[], at: Date): FailureChanges {
  const before = new Map(previous.map((failure) => [failure.id, failure]))
  const current = checks
    .filter(({ status }) => status === 'failed')
    .map(({ id, category, title }) => before.get(id) ?? { id, category, title, since: at.toISOString() })
  const statuses = new Map(checks.map(({ id, status }) => [id, status]))
  const blocked = new Set(checks.filter(({ status }) => status === 'unknown' || status === 'failed').map(({ category }) => category))
  const isUnknown = ({ id, category }: CheckFailure) => {
    const status = statuses.get(id)
    return status === 'unknown' || ((status === 'unverified' || status === undefined) && blocked.has(category))
  }
  const failures = [...current, ...previous.filter(isUnknown)]
  const failing = new Set(failures.map(({ id }) => id))
  return {
    failures,
    added: current.filter(({ id }) => !before.has(id)),
    resolved: previous.filter(({ id }) => !failing.has(id)),
  }
}
