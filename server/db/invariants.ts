import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from './database.ts'

export const maxViolations = 20

/**
 * A rule about the data as a query that must return no rows. The file name is its name, the first line says what must hold, and each row
 * has the `id` of a violation and a `detail` that helps to find the cause.
 */
export interface Invariant {
  name: string
  rule: string
  query: string
  /** True if the rule holds only while jobs run on the real clock and only operations write rows. */
  inOperation: boolean
}

interface InvariantFinding {
  name: string
  rule: string
  rows: { id: string; detail: string }[]
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
      return { name: file.slice(0, -'.sql'.length), rule: query.slice('-- '.length, query.indexOf('\n')), query, inOperation }
    })
}

/** Runs each check separately and read-only, so that a check that fails or exceeds the pool's timeout does not affect the others. */
export async function checkInvariants(db: Db, invariantList: readonly Invariant[] = invariants): Promise<InvariantFinding[]> {
  const findings: InvariantFinding[] = []
  for (const { name, rule, query } of invariantList) {
    try {
      const violationRows = await sql<{ id: string; detail: string }>`
        select id::text, detail from (${sql.raw(query)}
        ) violations limit ${sql.lit(maxViolations)}`.execute(db)
      findings.push({ name, rule, rows: violationRows.rows, problem: null })
    } catch (error) {
      findings.push({ name, rule, rows: [], problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return findings
}
