import { count } from '../../../shared/waits.ts'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import type { Counts, Region, RolloutSummary, Store, StoreStatus, Wave } from './types.ts'

export interface StatusText {
  tone: Tone
  label: string
  icon?: Icon
}

export const rolloutLabels: Record<RolloutSummary['status'], StatusText> = {
  running: { tone: 'busy', label: 'Running' },
  halted: { tone: 'bad', label: 'Halted' },
  built: { tone: 'info', label: 'Built, waiting for stores' },
  completed: { tone: 'ok', label: 'Completed' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
}

/** After the last wave, an administrator must retry or skip the failed stores. */
export function rolloutStatus({ status, counts }: Pick<RolloutSummary, 'status' | 'counts'>): StatusText {
  return status === 'built' && counts.failed > 0 ? { tone: 'warn', label: 'Built with failures' } : rolloutLabels[status]
}

export const waveLabels: Record<Wave['status'], StatusText> = {
  planned: { tone: 'neutral', label: 'Not started' },
  running: { tone: 'busy', label: 'Building' },
  halted: { tone: 'bad', label: 'Halted' },
  done: { tone: 'ok', label: 'Finished' },
  cancelled: { tone: 'neutral', label: 'Cancelled', icon: EndedIcon },
}

export const storeLabels: Record<StoreStatus, StatusText> = {
  planned: { tone: 'neutral', label: 'Not started' },
  queued: { tone: 'neutral', label: 'Up next' },
  building: { tone: 'busy', label: 'Building' },
  ready: { tone: 'info', label: 'Ready' },
  completed: { tone: 'ok', label: 'Completed' },
  failed: { tone: 'bad', label: 'Failed' },
  skipped: { tone: 'neutral', label: 'Skipped', icon: EndedIcon },
}

export const edgeLabels: Record<Store['edge']['state'], StatusText> = {
  ...storeLabels,
  ready: { tone: 'info', label: 'Waiting for the store' },
  none: { tone: 'neutral', label: 'No edge account' },
  account: { tone: 'ok', label: 'Edge account' },
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

/** Includes stores whose account exists, but that have not reported completion. */
export const built = ({ ready, completed }: Counts) => ready + completed
export const countUnskippedStores = ({ total, skipped }: Counts) => total - skipped
export const share = (part: number, total: number) => (total > 0 ? part / total : 0)

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

export const describeWave = ({ number, status, counts }: Pick<Wave, 'number' | 'status' | 'counts'>): string =>
  `Wave ${number}: ${waveLabels[status].label.toLowerCase()}, ${describeCounts(counts)}`

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
