import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { Counts, Region, RolloutSummary, Store, StoreStatus, Wave } from './types.ts'

export interface StatusText {
  tone: Tone
  word: string
  icon?: Icon
}

export const rolloutLabels: Record<RolloutSummary['status'], StatusText> = {
  running: { tone: 'busy', word: 'Running' },
  halted: { tone: 'bad', word: 'Halted' },
  built: { tone: 'info', word: 'Built, waiting for stores' },
  completed: { tone: 'ok', word: 'Completed' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
}

/** An administrator must retry or skip failed stores after the last wave. */
export function rolloutStatus({ status, counts }: Pick<RolloutSummary, 'status' | 'counts'>): StatusText {
  return status === 'built' && counts.failed > 0 ? { tone: 'warn', word: 'Built with failures' } : rolloutLabels[status]
}

export const waveLabels: Record<Wave['status'], StatusText> = {
  planned: { tone: 'neutral', word: 'Not started' },
  running: { tone: 'busy', word: 'Building' },
  halted: { tone: 'bad', word: 'Halted' },
  done: { tone: 'ok', word: 'Finished' },
  cancelled: { tone: 'neutral', word: 'Cancelled', icon: Ended },
}

export const storeLabels: Record<StoreStatus, StatusText> = {
  planned: { tone: 'neutral', word: 'Not started' },
  queued: { tone: 'neutral', word: 'Up next' },
  building: { tone: 'busy', word: 'Building' },
  ready: { tone: 'info', word: 'Ready' },
  completed: { tone: 'ok', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
  skipped: { tone: 'neutral', word: 'Skipped', icon: Ended },
}

export const edgeLabels: Record<Store['edge']['state'], StatusText> = {
  ...storeLabels,
  ready: { tone: 'info', word: 'Waiting for the store' },
  none: { tone: 'neutral', word: 'No edge account' },
  account: { tone: 'ok', word: 'Edge account' },
}

/** The short names fit the tiles of the map. */
export const regionNames: Record<Region, [name: string, short: string]> = {
  scotland: ['Scotland', 'Scotland'],
  northernIreland: ['Northern Ireland', 'N. Ireland'],
  northEast: ['North East', 'North East'],
  northWest: ['North West', 'North West'],
  yorkshireAndTheHumber: ['Yorkshire and the Humber', 'Yorkshire'],
  wales: ['Wales', 'Wales'],
  westMidlands: ['West Midlands', 'W. Midlands'],
  eastMidlands: ['East Midlands', 'E. Midlands'],
  eastOfEngland: ['East of England', 'East'],
  southWest: ['South West', 'South West'],
  southEast: ['South East', 'South East'],
  london: ['London', 'London'],
}

/** Counts stores with an account, including stores that have not reported completion. */
export const built = ({ ready, completed }: Counts) => ready + completed
/** Counts all stores except skipped stores. */
export const countUnskippedStores = ({ total, skipped }: Counts) => total - skipped
export const share = (part: number, total: number) => (total > 0 ? part / total : 0)

/** Formats the counts, such as `12 of 40 stores built, 3 completed, 2 failed`. */
export function describeCounts(counts: Counts): string {
  const of = countUnskippedStores(counts)
  if (of === 0) return counts.skipped > 0 ? `${count(counts.skipped, 'store')} skipped` : 'no stores'
  const parts = [`${built(counts)} of ${count(of, 'store')} built`]
  if (counts.completed > 0) parts.push(`${counts.completed} completed`)
  if (counts.building > 0) parts.push(`${counts.building} building`)
  if (counts.failed > 0) parts.push(`${counts.failed} failed`)
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`)
  return parts.join(', ')
}

/** Formats the failure limit, such as `3 failed stores in one wave`. */
export function describeHalt({
  haltAfterFailures,
  haltAfterPercent,
}: {
  haltAfterFailures: number | null
  haltAfterPercent: number | null
}) {
  return haltAfterPercent === null
    ? `${count(haltAfterFailures ?? 0, 'failed store')} in one wave`
    : `${haltAfterPercent}% failed stores in one wave`
}

export function countWaves(stores: number, waveSize: number): { waves: number; last: number } {
  const waves = Math.ceil(stores / waveSize)
  return { waves, last: waves === 0 ? 0 : stores - (waves - 1) * waveSize }
}
