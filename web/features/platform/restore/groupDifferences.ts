import { kindLabels, sideLabels } from './labels.ts'
import type { Difference, Report } from './types.ts'

/**
 * The number of differences of each kind that the server keeps (`getDatabaseRestore`). It keeps at most 2,000 pending deletions, and
 * at most 2,000 parts that couldn’t be read.
 */
export const maxPerKind = 250

export interface KindOfDifferences {
  kind: Difference['kind']
  /** True if the server left out differences of this kind, so that its counts are lower bounds. */
  isTruncated: boolean
  count: number
  sides: { side: Difference['side']; rows: Difference[] }[]
}

/** Groups the differences by kind and direction, without empty groups. */
export function groupDifferences({ total, differences }: Pick<Report, 'total' | 'differences'>): KindOfDifferences[] {
  const byKind = Map.groupBy(differences, ({ kind }) => kind)
  return keysOf(kindLabels).flatMap((kind) => {
    const rows = byKind.get(kind) ?? []
    if (rows.length === 0) return []
    const bySide = Map.groupBy(rows, ({ side }) => side)
    const sides = keysOf(sideLabels).flatMap((side) => (bySide.has(side) ? [{ side, rows: bySide.get(side)! }] : []))
    const limited = rows.filter(({ side }) => side === 'outside' || side === 'inside')
    return [{ kind, isTruncated: total > differences.length && limited.length >= maxPerKind, count: rows.length, sides }]
  })
}

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[]
