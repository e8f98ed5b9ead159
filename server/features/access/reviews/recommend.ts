/** A membership without use for this long counts as no longer needed. */
export const unusedDays = 60
const dayMs = 86_400_000

export interface Evidence {
  active: boolean
  department: string | null
  since: Date | null
  lastUsedAt: Date | null
  /** Without a last use, the membership was really unused. */
  useKnown: boolean
  /** Use of the access appears in Azure’s activity log. */
  traced: boolean
  movedFrom: string | null
}

export const recommendationReasons = {
  left: 'Has left: disabled in the directory.',
  inUse: 'In use.',
  recent: 'Granted recently.',
  unused: 'Not used in the last 90 days.',
  readsOnly: 'Azure doesn’t record reads, so use can’t be seen.',
  unknown: 'Azure didn’t say whether it is used.',
} as const

/** Recommends a decision with its reason; the reviewer decides. */
export function recommend(evidence: Evidence, now: Date): { recommendation: 'keep' | 'remove'; because: string } {
  const { active, department, since, lastUsedAt, useKnown, traced, movedFrom } = evidence
  const days = (at: Date) => Math.floor((now.getTime() - at.getTime()) / dayMs)
  if (!active) return { recommendation: 'remove', because: recommendationReasons.left }
  if (movedFrom)
    return {
      recommendation: 'remove',
      because: `Moved from ${movedFrom} to ${department ?? 'no department'} since the access was granted.`,
    }
  if (lastUsedAt && days(lastUsedAt) < unusedDays) return { recommendation: 'keep', because: recommendationReasons.inUse }
  if (since && days(since) < unusedDays) return { recommendation: 'keep', because: recommendationReasons.recent }
  if (useKnown)
    return { recommendation: 'remove', because: lastUsedAt ? `Not used for ${days(lastUsedAt)} days.` : recommendationReasons.unused }
  return {
    recommendation: 'keep',
    because: traced ? recommendationReasons.unknown : recommendationReasons.readsOnly,
  }
}
