import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../server/db/database.ts'
import { checkInvariants, invariants } from '../server/db/invariants.ts'
import { databaseUrl, runtimeRoleUrl, withClient } from './postgresServer.ts'

export interface TestDatabase {
  url: string
  runtimeUrl: string
  /**
   * Checks the data invariants, then drops the database even if connections are open. Databases that are left are dropped when the run ends.
   * @param open connections to this database that the check uses and closes, because new ones would have to load the catalogue again
   * @throws if the data violates an invariant
   */
  drop(open?: OpenDatabase): Promise<void>
}

export interface TestDatabaseOptions {
  violates?: Record<string, string>
}

const lockId = 8_120_447

/** Creates a migrated, empty database for a test file by cloning the run’s template. */
export async function createTestDatabase({ violates = {} }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, async (client) => {
    // PostgreSQL can’t clone a template that another session is cloning.
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(`create database ${name} template ${prefix}template strategy file_copy`)
  })
  return describeDatabase(name, violates)
}

export async function createUnmigratedDatabase(): Promise<TestDatabase> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  return describeDatabase(name, {})
}

function describeDatabase(name: string, violates: Record<string, string>): TestDatabase {
  const { url, prefix } = inject('postgres')
  return {
    url: databaseUrl(url, name),
    runtimeUrl: databaseUrl(runtimeRoleUrl(url, prefix).url, name),
    async drop(open = openDatabase(databaseUrl(url, name), { max: 1 })) {
      try {
        await requireInvariants(open, violates)
      } finally {
        await open.close()
        await withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)))
      }
    },
  }
}

/**
 * Tests move clocks, leave jobs open and insert rows, so only invariants that hold at any moment are checked.
 * @throws if the data violates one
 */
export async function requireInvariants({ db }: Pick<OpenDatabase, 'db'>, violates: Record<string, string> = {}): Promise<void> {
  const checked = invariants.filter(({ inOperation, name }) => !inOperation && !Object.hasOwn(violates, name))
  const brokenInvariants = (await checkInvariants(db, checked)).filter(({ rows, problem }) => rows.length > 0 || problem !== null)
  if (brokenInvariants.length === 0) return
  const lines = brokenInvariants.map(({ name, rule, rows, problem }) =>
    [`${name}: ${rule}`, ...(problem ? [problem] : []), ...rows.map(({ id, detail }) => `  ${id}: ${detail}`)].join('\n'),
  )
  throw new Error(`There is data that violates invariants (server/db/invariants):\n${lines.join('\n')}`)
}
