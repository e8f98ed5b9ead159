import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, withClient } from './postgresServer.ts'

export interface TestDatabase {
  url: string
  /** Drops the database, connections or not. The end of the run drops what was forgotten. */
  drop(): Promise<void>
}

const lockId = 8_120_447

/** A migrated, empty database of its own for a test file: a clone of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, async (client) => {
    // PostgreSQL refuses to copy a template that another session is copying at the moment.
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(`create database ${name} template ${prefix}template strategy file_copy`)
  })
  return {
    url: databaseUrl(url, name),
    drop: () => withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}
