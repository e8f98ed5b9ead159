import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { checkConnections, defaultConnections, fixedConnections, minConnections, sharedConnections } from './connections.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase
const setLimit = (limit: number) =>
  withClient(database.url, (client) =>
    client.query(`alter database ${new URL(database.url).pathname.slice(1)} connection limit ${String(limit)}`),
  )
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await setLimit(-1)
  await database.drop()
})

describe('checkConnections', () => {
  it('reserves connections for each use, and leaves at least eight to share', () => {
    const fixed = Object.values(fixedConnections).reduce((sum, count) => sum + count, 0)
    expect(fixed + sharedConnections(defaultConnections)).toBe(defaultConnections)
    expect(sharedConnections(minConnections)).toBe(8)
  })

  it('accepts a total that PostgreSQL allows and has available', async () => {
    await setLimit(-1)
    expect(await checkConnections(database.runtimeUrl, minConnections)).toBeUndefined()
  })

  it('rejects a total above a limit, with the setting and the figures', async () => {
    await setLimit(30)
    await expect(checkConnections(database.runtimeUrl, 32)).rejects.toThrow(/SLIPWAY_DATABASE_CONNECTIONS .*32.* 30 .* 26 .* 30/)
    await setLimit(10)
    await expect(checkConnections(database.runtimeUrl, 32)).rejects.toThrow(/\b10\b.*\b26\b/)
    await setLimit(-1)
    await expect(checkConnections(database.runtimeUrl, 900)).rejects.toThrow(/\b900\b.*max_connections/)
  })

  it('returns the limit that other processes use up', async () => {
    await setLimit(34)
    const { pool, close } = openDatabase(database.runtimeUrl, { max: 5 })
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()))
    await expect.poll(() => checkConnections(database.runtimeUrl, 32)).toMatchObject({ limit: 34, used: 5, free: 29 })
    expect(await checkConnections(database.runtimeUrl, 29)).toBeUndefined()
    for (const client of clients) client.release()
    await close()
  })

  it('reports that PostgreSQL doesn’t accept connections', async () => {
    await setLimit(0)
    await expect(checkConnections(database.runtimeUrl, 32)).rejects.toThrow(/SLIPWAY_DATABASE_CONNECTIONS.*max_connections/)
  })
})
