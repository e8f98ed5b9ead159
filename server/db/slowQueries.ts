import { hash } from 'node:crypto'
import { currentRunner } from './executionContext.ts'

export const maxStatements = 200
const maxLength = 2_000

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
  let queriesByFingerprint = new Map<string, SlowQuery>()
  return {
    thresholdMs,
    note(text, ms, at = new Date()) {
      const statement = shapeOf(text)
      const operation = currentRunner().slice(0, 80)
      const fingerprint = hash('sha256', `${operation} ${statement}`, 'hex').slice(0, 32)
      const slowQuery = queriesByFingerprint.get(fingerprint)
      if (slowQuery) {
        slowQuery.count += 1
        slowQuery.totalMs += ms
        slowQuery.maxMs = Math.max(slowQuery.maxMs, ms)
        slowQuery.lastSeen = at
      } else if (queriesByFingerprint.size < maxStatements)
        queriesByFingerprint.set(fingerprint, {
          fingerprint,
          statement,
          operation,
          count: 1,
          totalMs: ms,
          maxMs: ms,
          firstSeen: at,
          lastSeen: at,
        })
    },
    take() {
      const queries = [...queriesByFingerprint.values()]
      queriesByFingerprint = new Map()
      return queries
    },
  }
}

/** Normalises a statement: literals are removed, and lists of different lengths become equal. */
export function shapeOf(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+(?:\s*,\s*\$\d+)+/g, '$…')
    .replace(/\(\$…\)(?:\s*,\s*\(\$…\))+/g, '($…), …')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
}
