import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { openTransactionPooler } from '../../test/transactionPooler.ts'
import { requireSessions, sharedSessions } from './requireSessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('requireSessions', () => {
  it('accepts direct connections and a proxy that keeps sessions, and returns the same identity for both', async () => {
    const proxy = await openDatabaseProxy(database.url)
    const identity = await requireSessions('DATABASE_URL', database.runtimeUrl)
    expect(await requireSessions('DATABASE_DIRECT_URL', proxy.url)).toBe(identity)
    await proxy.close()
    const other = await createTestDatabase()
    expect(await requireSessions('DATABASE_URL', other.url)).not.toBe(identity)
    await other.drop()
  })

  it.each(['last', 'inTurn'] as const)('rejects a pooler in transaction mode that assigns sessions in the order “%s”', async (order) => {
    const pooler = await openTransactionPooler(database.url, order)
    await expect(requireSessions('DATABASE_URL', pooler.url)).rejects.toThrow(sharedSessions('DATABASE_URL'))
    // Sessions that earlier clients opened, and clients in transactions, change which session a client gets.
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new pg.Client({ connectionString: pooler.url })
        await client.connect()
        return client
      }),
    )
    await clients[0]!.query('begin')
    let isBusy = true
    const keepBusy = async () => {
      while (isBusy) await clients[1]!.query('select 1')
    }
    const busy = keepBusy()
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(requireSessions('DATABASE_DIRECT_URL', pooler.url)).rejects.toThrow(sharedSessions('DATABASE_DIRECT_URL'))
    isBusy = false
    await busy
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
    await pooler.close()
  })

  it('doesn’t leave a session open', async () => {
    await requireSessions('DATABASE_URL', database.url)
    await expect
      .poll(() =>
        withClient(database.url, async (client) => {
          const { rows } = await client.query(
            `select pid from pg_stat_activity where application_name = 'slipway-check' and datname = current_database()`,
          )
          return rows
        }),
      )
      .toEqual([])
  })

  it('reports that the database can’t be reached', async () => {
    await expect(requireSessions('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/)
  })
})
