/** So long without use, and a membership is thought to be no longer needed. */
export const unusedDays = 60
const dayMs = 86_400_000

export interface Evidence {
  active: boolean
  department: string | null
  since: Date | null
  lastUsedAt: Date | null
  /** Whether a missing last use means that there was none. */
  useKnown: boolean
  /** Whether using it leaves a trace in Azure at all. */
  traced: boolean
  /** The department the person left last, since they were let in. */
  movedFrom: string | null
}

/** What a reviewer is advised, with the reason in words; the reviewer decides. */
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
