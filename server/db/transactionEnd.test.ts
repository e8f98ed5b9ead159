import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type Db, inTransaction, type OpenDatabase, openDatabase } from './database.ts'
import { NotCommittedError } from './transactionEnd.ts'
import { isUnavailable, UnknownOutcome } from './unavailable.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 2 })
  open.pool.on('acquire', (client) => {
    latest = client
  })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const failure = (work: (tx: Db) => Promise<unknown>) =>
  inTransaction(open.db, work).then(
    () => undefined,
    (error: unknown) => error,
  )
let latest: pg.PoolClient | undefined
const endConnection = async (tx: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const ended = new Promise<void>((resolve) => latest!.once('end', resolve))
  await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(open.db)
  await ended
}

describe('a transaction', () => {
  it('throws the error of a constraint that is checked at the commit', async () => {
    const error = await failure(async (tx) => {
      await sql`create temporary table once (id int unique deferrable initially deferred) on commit drop`.execute(tx)
      await sql`insert into once values (1), (1)`.execute(tx)
    })
    expect(error).toMatchObject({ code: '23505' })
  })

  it('throws the error of its connection, not that of the rollback', async () => {
    const error = await failure(async (tx) => {
      await endConnection(tx)
      await sql`select 1`.execute(tx)
    })
    expect(error).not.toBeInstanceOf(UnknownOutcome)
    expect(isUnavailable(error)).toBe(true)
  })

  it('throws its own error if the rollback fails', async () => {
    const error = await failure(async (tx) => {
      await endConnection(tx)
      throw new Error('its own')
    })
    expect(error).toMatchObject({ message: 'its own' })
  })

  it('throws if it ignores the failure of a statement, because PostgreSQL then saves nothing', async () => {
    const error = await failure(async (tx) => {
      await sql`create table never_saved (id int)`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => {})
    })
    expect(error).toBeInstanceOf(NotCommittedError)
    expect(isUnavailable(error)).toBe(false)
    const { rows } = await sql`select to_regclass('never_saved') as found`.execute(open.db)
    expect(rows).toEqual([{ found: null }])
  })

  it('has a known outcome if its connection was lost before the commit', async () => {
    expect(await failure(endConnection)).not.toBeInstanceOf(UnknownOutcome)
  })

  it.each(['before', 'after'] as const)('has an unknown outcome if the connection breaks during the commit: %s', async (when) => {
    const proxy = await openDatabaseProxy(database.url)
    const proxied = openDatabase(proxy.url, { max: 1 })
    proxy.breakAt('commit\0', when)
    await expect(inTransaction(proxied.db, (tx) => sql`select 1`.execute(tx))).rejects.toThrow(UnknownOutcome)
    const { rows } = await sql`select 1 as one`.execute(proxied.db)
    expect(rows).toEqual([{ one: 1 }])
    await proxied.close()
    await proxy.close()
  })
})
