import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { openFakePostgres } from '../../test/fakePostgres.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { until } from '../../test/until.ts'
import { ConnectionError, waitForDatabase } from './waitForDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const setting = 'DATABASE_URL'

function startWaiting(url: string, maxWaitMs = 60_000) {
  const lines: { level: string; reason?: string }[] = []
  const log = {
    info: (details: object) => void lines.push({ level: 'info', ...details }),
    warn: (details: object) => void lines.push({ level: 'warn', ...details }),
  }
  const completed = waitForDatabase([{ setting, url }], { maxWaitMs, log })
  completed.catch(() => {})
  return { lines, reasons: () => lines.flatMap(({ reason }) => reason ?? []), completed }
}

async function connectionError(url: string, maxWaitMs?: number) {
  const { lines, completed } = startWaiting(url, maxWaitMs)
  const error = await completed.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConnectionError)
  return { message: (error as Error).message, lines }
}

describe('waitForDatabase', () => {
  it('returns without a log line if PostgreSQL accepts connections', async () => {
    const { lines, completed } = startWaiting(database.url)
    await completed
    expect(lines).toEqual([])
  })

  it('waits until PostgreSQL can be reached, with one log line for each change', async () => {
    const proxy = await openDatabaseProxy(database.runtimeUrl)
    await proxy.cut()
    const { lines, completed } = startWaiting(proxy.url)
    await until(() => lines.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(lines).toMatchObject([{ level: 'warn', setting, reason: expect.stringContaining('ECONNREFUSED') }])
    await proxy.repair()
    await completed
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info'])
    await proxy.close()
  })

  it('waits while PostgreSQL starts or recovers, is out of connections, or is a read-only replica', async () => {
    const state = { answer: '57P03' }
    const server = await openFakePostgres(state)
    const { reasons, completed } = startWaiting(server.url)
    for (const [index, response] of ['57P03', '53300', 'standby', '57P01'].entries()) {
      state.answer = response
      await until(() => reasons().length > index)
    }
    state.answer = '28P01'
    await expect(completed).rejects.toThrow(ConnectionError)
    expect(reasons()).toEqual([
      expect.stringContaining('57P03'),
      expect.stringContaining('53300'),
      expect.stringContaining('replica'),
      expect.stringContaining('57P01'),
    ])
    server.close()
  })

  it('waits for a server that accepts connections and doesn’t respond', async () => {
    const server = await openFakePostgres({ answer: 'silent' })
    expect((await connectionError(server.url, 1_000)).lines).toEqual([])
    server.close()
  })

  it('gives up after the time limit, and names the setting', async () => {
    const proxy = await openDatabaseProxy(database.runtimeUrl)
    await proxy.cut()
    const { message, lines } = await connectionError(proxy.url, 700)
    expect(message).toContain(setting)
    expect(message).toContain('SLIPWAY_DATABASE_WAIT_SECONDS')
    expect(lines.length).toBe(1)
  })

  it.each([
    ['a wrong password', (url: URL) => (url.password = 'canary-wrong')],
    ['an unknown user', (url: URL) => (url.username = 'nobody_canary')],
    ['a missing database', (url: URL) => (url.pathname = '/missing_database')],
    ['a server without TLS', (url: URL) => (url.search = '?sslmode=verify-full')],
  ])('rejects %s immediately, without the password', async (_name, change) => {
    const url = new URL(database.runtimeUrl)
    const { password } = url
    change(url)
    const { message, lines } = await connectionError(url.href)
    expect(lines).toEqual([])
    expect(message).toContain(setting)
    for (const secret of [password, 'canary-wrong']) expect(message).not.toContain(secret)
  })

  it('rejects an invalid connection string immediately, without repeating it', async () => {
    for (const url of [
      'postgres://slipway:canary@host:notaport/slipway',
      'postgres://slipway:canary@[::1/slipway',
      'postgres://slipway:canary@host/slipway?sslrootcert=/missing.pem',
    ]) {
      const { message } = await connectionError(url)
      expect(message).toContain(setting)
      expect(message).not.toContain('canary')
    }
  })

  it('names the setting of each target', async () => {
    const wrongUrl = new URL(database.url)
    wrongUrl.pathname = '/missing_database'
    const targets = [
      { setting: 'DATABASE_MIGRATION_URL', url: database.url },
      { setting: 'DATABASE_URL', url: wrongUrl.href },
    ]
    const log = { info() {}, warn() {} }
    await expect(waitForDatabase(targets, { maxWaitMs: 1_000, log })).rejects.toThrow(/ DATABASE_URL/)
  })
})
