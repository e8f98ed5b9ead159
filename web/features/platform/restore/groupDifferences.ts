import { kindLabels, sideLabels } from './labels.ts'
import type { Difference, Report } from './types.ts'

/**
 * The server keeps at most this many differences per kind (`getDatabaseRestore`), and at most 2,000 pending deletions and 2,000 parts that
 * couldn’t be read.
 */
export const maxPerKind = 250

export interface KindOfDifferences {
  kind: Difference['kind']
  /** True if the server left out differences of this kind, so that `count` is a lower bound. */
  isTruncated: boolean
  count: number
  sides: { side: Difference['side']; rows: Difference[] }[]
}

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
