import { isDeepStrictEqual } from 'node:util'
import type { PolicyRules } from '../../../approvals/rules.ts'
import { stageDifferences } from '../../../approvals/stageDifferences.ts'
import type { PolicyChangeSummary } from './schemas.ts'

/** Returns the most important effect of a new version on later requests. */
export function changeEffect(before: PolicyRules | undefined, after: PolicyRules): PolicyChangeSummary['effect'] {
  if (!before || !isDeepStrictEqual(conditionsOf(before), conditionsOf(after))) return 'approvers'
  const parts = new Set(stageDifferences(before.stages, after.stages).map(({ part }) => part))
  if (parts.has('approvers') || parts.has('alternates')) return 'approvers'
  if (parts.has('votes')) return 'votes'
  if (parts.has('escalation') || parts.has('deadline')) return 'deadlines'
  return parts.has('reminder') ? 'reminders' : 'none'
}

const conditionsOf = (rules: PolicyRules) => [rules.reject, rules.approve, rules.stages].map((list) => list.map(({ when }) => when))
