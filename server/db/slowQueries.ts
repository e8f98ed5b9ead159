import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from './database.ts'
import { whoRuns } from './ranBy.ts'

/** Sorts of statements that are kept, here and in the table. */
export const mostStatements = 200
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

/** Counts our own statements that take longer than they should, by their shape: never with a value. */
export interface SlowQueries {
  readonly thresholdMs: number
  note(statement: string, ms: number, at?: Date): void
  /** What has been counted since the last time. */
  take(): SlowQuery[]
}

export function countSlowQueries(thresholdMs: number): SlowQueries {
  let counted = new Map<string, SlowQuery>()
  return {
    thresholdMs,
    note(text, ms, at = new Date()) {
      const statement = shapeOf(text)
      const operation = whoRuns().slice(0, 80)
      const fingerprint = hash('sha256', `${operation} ${statement}`, 'hex').slice(0, 32)
      const known = counted.get(fingerprint)
      if (known) {
        known.count += 1
        known.totalMs += ms
        known.maxMs = Math.max(known.maxMs, ms)
        known.lastSeen = at
      } else if (counted.size < mostStatements)
        counted.set(fingerprint, { fingerprint, statement, operation, count: 1, totalMs: ms, maxMs: ms, firstSeen: at, lastSeen: at })
    },
    take() {
      const taken = [...counted.values()]
      counted = new Map()
      return taken
    },
  }
}

/** A statement without its literals and without telling lists of different lengths apart. */
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

/** Adds what was counted to what all replicas have counted; the least recent goes where there is too much. */
export async function keepSlowQueries(db: Db, queries: SlowQuery[]): Promise<void> {
  if (queries.length === 0) return
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('slow_queries')
      .values(
        queries
          .toSorted((one, other) => one.fingerprint.localeCompare(other.fingerprint))
          .map(({ totalMs, maxMs, firstSeen, lastSeen, ...rest }) => ({
            ...rest,
            total_ms: Math.round(totalMs),
            max_ms: Math.round(maxMs),
            first_seen: firstSeen,
            last_seen: lastSeen,
          })),
      )
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet((row) => ({
          count: sql`slow_queries.count + excluded.count`,
          total_ms: sql`slow_queries.total_ms + excluded.total_ms`,
          max_ms: sql`greatest(slow_queries.max_ms, excluded.max_ms)`,
          last_seen: row.ref('excluded.last_seen'),
        })),
      )
      .execute()
    await sql`delete from slow_queries where fingerprint in (select fingerprint from slow_queries order by last_seen desc offset ${mostStatements})`.execute(
      tx,
    )
  })
}
