import { hash } from 'node:crypto'
import { currentRunner } from './ranBy.ts'

export const maxStatements = 200
const longest = 2_000

export interface SlowQuery {
  fingerprint: string
  statement: string
  operation: string
  count: number
  totalMs: number
  maxMs: number
  firstSeen: Date
  lastSeen: Date
}

export interface SlowQueries {
  readonly thresholdMs: number
  note(statement: string, ms: number, at?: Date): void
  take(): SlowQuery[]
}

export function countSlowQueries(thresholdMs: number): SlowQueries {
  let counted = new Map<string, SlowQuery>()
  return {
    thresholdMs,
    note(text, ms, at = new Date()) {
      const statement = shapeOf(text)
      const operation = currentRunner().slice(0, 80)
      const fingerprint = hash('sha256', `${operation} ${statement}`, 'hex').slice(0, 32)
      const known = counted.get(fingerprint)
      if (known) {
        known.count += 1
        known.totalMs += ms
        known.maxMs = Math.max(known.maxMs, ms)
        known.lastSeen = at
      } else if (counted.size < maxStatements)
        counted.set(fingerprint, { fingerprint, statement, operation, count: 1, totalMs: ms, maxMs: ms, firstSeen: at, lastSeen: at })
    },
    take() {
      const taken = [...counted.values()]
      counted = new Map()
      return taken
    },
  }
}

/** Normalises a statement: without literals, and with lists of different lengths alike. */
export function shapeOf(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+(?:\s*,\s*\$\d+)+/g, '$…')
    .replace(/\(\$…\)(?:\s*,\s*\(\$…\))+/g, '($…), …')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
}
