const unusedDays = 60
const dayMs = 86_400_000

export interface Evidence {
  active: boolean
  department: string | null
  since: Date | null
  lastUsedAt: Date | null
  /** True if a missing last use means that the membership was really unused. */
  useKnown: boolean
  isLogged: boolean
  movedFrom: string | null
}

export const recommendationReasons = {
  left: 'This person is disabled in the directory.',
  inUse: 'Used recently.',
  recent: 'Granted recently.',
  unused: 'Not used in the last 90 days.',
  movedFrom: (from: string, to: string | null) => `Moved from ${from} to ${to ?? 'no department'} since the access was granted.`,
  unusedFor: (days: number) => `Not used for ${days} days.`,
  readsOnly: 'Last use is unknown, because Azure doesn’t record reads.',
  unknown: 'Last use is unknown, because Azure didn’t return it.',
} as const

export function recommend(evidence: Evidence, now: Date): { recommendation: 'keep' | 'remove'; reason: string } {
  const { active, department, since, lastUsedAt, useKnown, isLogged, movedFrom } = evidence
  const days = (at: Date) => Math.floor((now.getTime() - at.getTime()) / dayMs)
  if (!active) return { recommendation: 'remove', reason: recommendationReasons.left }
  if (movedFrom) return { recommendation: 'remove', reason: recommendationReasons.movedFrom(movedFrom, department) }
  if (lastUsedAt && days(lastUsedAt) < unusedDays) return { recommendation: 'keep', reason: recommendationReasons.inUse }
  if (since && days(since) < unusedDays) return { recommendation: 'keep', reason: recommendationReasons.recent }
  if (useKnown)
    return {
      recommendation: 'remove',
      reason: lastUsedAt ? recommendationReasons.unusedFor(days(lastUsedAt)) : recommendationReasons.unused,
    }
  return {
    recommendation: 'keep',
    reason: isLogged ? recommendationReasons.unknown : recommendationReasons.readsOnly,
  }
}
