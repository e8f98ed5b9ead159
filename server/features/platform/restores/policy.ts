import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RestoreReport } from './schemas.ts'

interface RestoreState {
  paused: boolean
  report: Pick<RestoreReport, 'endedAt' | 'problems'> | null
}

export function acceptanceVerdict({ paused, report }: RestoreState): Verdict {
  if (!paused) return 'Slipway isn’t paused after a restore.'
  if (!report?.endedAt) return 'The comparison is still in progress.'
  if (report.problems.length > 0) return 'Some services couldn’t be compared. Correct the causes, then compare again.'
  return true
}

export function comparisonVerdict({ paused, report }: RestoreState): Verdict {
  if (!paused) return 'Slipway isn’t paused after a restore.'
  return report?.endedAt ? true : 'The comparison is still in progress.'
}

const administrators: Verdict = 'Only administrators can do this. Auditors can only read.'

export function restoreCan(actor: Person, state: RestoreState): Record<'compare' | 'accept', Verdict> {
  if (!actor.admin) return { compare: administrators, accept: administrators }
  return { compare: comparisonVerdict(state), accept: acceptanceVerdict(state) }
}
