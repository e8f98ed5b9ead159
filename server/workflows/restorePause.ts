import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

export const restoreKind = 'databaseRestore'

/**
 * SQL condition: the database was restored, and no administrator has accepted the report yet. Until then, Slipway doesn't change external
 * systems.
 */
export const pausedAfterRestore: RawBuilder<boolean> = sql<boolean>`exists (select from database_restores where closed_at is null)`

export async function isPausedAfterRestore(db: Db): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`select ${pausedAfterRestore} as paused`.execute(db)
  return rows[0]!.paused
}
