import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { tcpUrl, withClient } from '../test/postgresServer.ts'
import { openTransactionPooler } from '../test/transactionPooler.ts'
import type { Config } from './config.ts'
import { checkConnections } from './db/connections.ts'
import { openDatabase } from './db/database.ts'
import { sharedSessions } from './db/requireSessions.ts'
import { prepareDatabase } from './prepareDatabase.ts'

let database: TestDatabase
let dataDir: string
let warnings: object[]
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-start-'))
  warnings = []
})
afterEach(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const start = (settings: Partial<Config> = {}) =>
  prepareDatabase(
    {
      databaseUrl: database.runtimeUrl,
      migrationUrl: database.url,
      databaseConnections: 32,
      keySecret: 'a-secret-of-more-than-32-characters',
      replacedKeys: [],
      dataDir,
      audit: { key: undefined, trustedKeys: [], checkpoints: undefined },
      ...settings,
    } as Config,
    undefined,
    { warn: (details: object) => void warnings.push(details) },
  )

describe('prepareDatabase', () => {
  it('uses DATABASE_URL for everything by default, and DATABASE_DIRECT_URL for locks, notifications and jobs', async () => {
    const { runtimeUrl } = database
    expect(await start()).toEqual({ databaseUrl: runtimeUrl, pooledUrl: runtimeUrl })
    const directUrl = `${tcpUrl(runtimeUrl).href}?application_name=direct`
    expect(await start({ directUrl })).toEqual({ databaseUrl: directUrl, pooledUrl: runtimeUrl })
    expect(warnings).toEqual([])
  })

  it('rejects a pooler in transaction mode in each URL, before it migrates or records anything', async () => {
    const servers = await openTransactionPooler(database.runtimeUrl)
    const owners = await openTransactionPooler(database.url)
    for (const [setting, settings] of Object.entries({
      DATABASE_URL: { databaseUrl: servers.url },
      DATABASE_DIRECT_URL: { directUrl: servers.url },
      DATABASE_MIGRATION_URL: { migrationUrl: owners.url },
    }))
      await expect(start(settings)).rejects.toThrow(sharedSessions(setting))
    // The pool of calls needs sessions as well, even if locks have direct connections.
    await expect(start({ databaseUrl: servers.url, directUrl: database.runtimeUrl })).rejects.toThrow(/^DATABASE_URL /)
    const { rows } = await withClient(database.url, (client) => client.query('select from key_fingerprints'))
    expect(rows).toEqual([])
    await servers.close()
    await owners.close()
  })

  it('accepts a direct URL with a different time zone', async () => {
    const directUrl = `${tcpUrl(database.runtimeUrl).href}?options=-c%20TimeZone%3DAsia/Tokyo`
    expect(await start({ directUrl })).toMatchObject({ databaseUrl: directUrl })
  })

  it('rejects a direct URL of a different database', async () => {
    const other = await createTestDatabase()
    await expect(start({ directUrl: other.runtimeUrl })).rejects.toThrow(/^DATABASE_DIRECT_URL /)
    await other.drop()
  })

  it('warns if other processes leave too few connections, and fails if PostgreSQL can never allow them', async () => {
    const limit = (count: number) =>
      withClient(database.url, (client) =>
        client.query(`alter database ${new URL(database.url).pathname.slice(1)} connection limit ${String(count)}`),
      )
    await limit(35)
    const others = openDatabase(database.runtimeUrl, { max: 5 })
    const clients = await Promise.all(Array.from({ length: 5 }, () => others.pool.connect()))
    // PostgreSQL counts a connection for a moment after its end.
    await expect.poll(() => checkConnections(database.runtimeUrl, 32)).toMatchObject({ used: 5 })
    await start()
    expect(warnings).toEqual([{ free: 30, limit: 35, used: 5, needed: 32 }])
    await expect(start({ databaseConnections: 36 })).rejects.toThrow(/SLIPWAY_DATABASE_CONNECTIONS .*36.* 35/)
    for (const client of clients) client.release()
    await others.close()
    await limit(-1)
  })

  it('rejects a key that differs from the recorded one, before it migrates', async () => {
    await start()
    const otherKey = { keySecret: 'another-secret-of-more-than-32-characters' }
    const run = (statement: string) => withClient(database.url, (client) => client.query(statement))
    // A start creates missing functions again.
    const definitions = (await run('delete from schema_definitions returning 1')).rowCount
    await expect(start(otherKey)).rejects.toThrow(/^SLIPWAY_KEY_SECRET /)
    expect((await run('select from schema_definitions')).rowCount).toBe(0)
    await start()
    expect((await run('select from schema_definitions')).rowCount).toBe(definitions)
  })
})
