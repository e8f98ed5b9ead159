import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seed } from '../sample/seed.ts'
import { type Db, openDatabase } from '../server/db/database.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'

export async function withPostgres(callback: (databaseUrl: string, pid: number) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
  const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
  try {
    await migrate(postgres.url)
    await callback(postgres.url, Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]))
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

export function withSample(callback: (db: Db) => Promise<void>): Promise<void> {
  return withPostgres(async (url) => {
    await seed(url, { issuer: 'https://bench' })
    const { db, close } = openDatabase(url)
    try {
      await callback(db)
    } finally {
      await close()
    }
  })
}
