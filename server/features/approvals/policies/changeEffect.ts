import { isDeepStrictEqual } from 'node:util'
import type { PolicyRules } from '../../../approvals/rules.ts'
import { stageDifferences } from '../../../approvals/stageDifferences.ts'
import type { PolicyChangeSummary } from './schemas.ts'

/** Returns the most important effect of a new version on later requests. */
export function changeEffect(before: PolicyRules | undefined, after: PolicyRules): PolicyChangeSummary['effect'] {
  if (!before || !isDeepStrictEqual(whoDecides(before), whoDecides(after))) return 'approvers'
  const parts = new Set(stageDifferences(before.stages, after.stages).map(({ part }) => part))
  if (parts.has('votes')) return 'votes'
  if (parts.has('escalation') || parts.has('deadline')) return 'deadlines'
  return parts.has('reminder') ? 'reminders' : 'none'
}

const whoDecides = ({ reject, approve, stages }: PolicyRules) => [
  reject.map(({ when }) => when),
  approve.map(({ when }) => when),
  stages.map(({ when, rule, alternates }) => ({ when, rule, alternates })),
]
