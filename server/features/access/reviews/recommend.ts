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

/** Recommends a decision with its reason; the reviewer decides. */
export function recommend(evidence: Evidence, now: Date): { recommendation: 'keep' | 'remove'; because: string } {
  const { active, department, since, lastUsedAt, useKnown, traced, movedFrom } = evidence
  const days = (at: Date) => Math.floor((now.getTime() - at.getTime()) / dayMs)
  if (!active) return { recommendation: 'remove', because: 'Has left: disabled in the directory.' }
  if (movedFrom)
    return {
      recommendation: 'remove',
      because: `Moved from ${movedFrom} to ${department ?? 'no department'} since the access was granted.`,
    }
  if (lastUsedAt && days(lastUsedAt) < unusedDays) return { recommendation: 'keep', because: 'In use.' }
  if (since && days(since) < unusedDays) return { recommendation: 'keep', because: 'Granted recently.' }
  if (useKnown)
    return { recommendation: 'remove', because: lastUsedAt ? `Not used for ${days(lastUsedAt)} days.` : 'Not used in the last 90 days.' }
  return {
    recommendation: 'keep',
    because: traced ? 'Azure didn’t say whether it is used.' : 'Azure doesn’t record reads, so use can’t be seen.',
  }
}
