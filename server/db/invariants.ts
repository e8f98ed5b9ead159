import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Rows of one invariant that are reported; there can be more. */
export const maxViolations = 20

/**
 * A rule about the data as a query that must find no row. The name of its file is its name, the first line says what must hold, and
 * each row is the `id` of what violates it with a `detail` that helps to find out why.
 */
export interface Invariant {
  name: string
  sentence: string
  query: string
  /** Holds only in an installation whose jobs run by the real clock and whose rows are written by operations alone. */
  inOperation: boolean
}

export interface InvariantFinding {
  name: string
  sentence: string
  /** What violates it, at most `maxViolations`. */
  rows: { id: string; detail: string }[]
  /** Why it could not be checked, such as that it took too long; null: it was. */
  problem: string | null
}

export const invariants: readonly Invariant[] = [
  ...readInvariants('./invariants/', false),
  ...readInvariants('./invariants/in-operation/', true),
]

function readInvariants(path: string, inOperation: boolean): Invariant[] {
  const folder = new URL(path, import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const query = readFileSync(new URL(file, folder), 'utf8')
      return { name: file.slice(0, -'.sql'.length), sentence: query.slice('-- '.length, query.indexOf('\n')), query, inOperation }
    })
}

/** Checks each by itself and only reads, so that one that fails or takes longer than the pool allows keeps no other from being checked. */
export async function checkInvariants(db: Db, some: readonly Invariant[] = invariants): Promise<InvariantFinding[]> {
  const findings: InvariantFinding[] = []
  for (const { name, sentence, query } of some) {
    try {
      const found = await sql<{ id: string; detail: string }>`
        select id::text, detail from (${sql.raw(query)}
        ) violations limit ${sql.lit(maxViolations)}`.execute(db)
      findings.push({ name, sentence, rows: found.rows, problem: null })
    } catch (error) {
      findings.push({ name, sentence, rows: [], problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return findings
}
