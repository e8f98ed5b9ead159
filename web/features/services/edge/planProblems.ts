import { formatNumber } from '../../../ui/format.ts'
import type { PlannedStore } from './types.ts'

const reasons: Record<NonNullable<PlannedStore['problem']>['code'], string> = {
  invalidNumber: 'invalid store number',
  duplicate: 'duplicate',
  unknown: 'not in the directory',
  unreadable: 'with an invalid directory entry',
  directoryUnavailable: 'unknown (store directory unavailable)',
  closed: 'closed',
  hasAccount: 'with an existing edge account',
  inRollout: 'in another rollout',
  nameTaken: 'with an account name in use',
  unsupportedRegion: 'in an unsupported region',
  noAddresses: 'without a free address range',
}

export function describeProblems(problems: readonly Pick<PlannedStore, 'problem'>[]): string {
  const counts = new Map<string, number>()
  for (const { problem } of problems) if (problem) counts.set(reasons[problem.code], (counts.get(reasons[problem.code]) ?? 0) + 1)
  const parts = [...counts].toSorted((left, right) => right[1] - left[1]).map(([reason, number]) => `${formatNumber(number)} ${reason}`)
  return `${parts.join(', ')}.`
}
