import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { openDatabase } from '../db/database.ts'
import { accountOf, alertPath } from '../features/services/alerts/alerts.fixture.ts'
import { type ChangeFeed, listenForChanges } from '../workflows/changes.ts'
import { RateLimitExchange } from './rateLimitExchange.ts'
import { RateLimitStore } from './rateLimitStore.ts'

describe('a replica', () => {
  let app: TestApp
  const replicas: OpenApp[] = []
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    app = await startTestApp({ runJobs: false })
    for (let n = 0; n < 3; n++) {
      const { db, callDb, runQueued, waitingCalls, close } = openDatabase(app.runtimeUrl, { max: 3 })
      const changes = await listenForChanges(app.runtimeUrl)
      replicas.push(await openApp(app, {}, { db, callDb, runQueued, waitingCalls, changes }))
      closers.push(changes.close, close)
    }
  })
  afterAll(async () => {
    for (const { close } of replicas) await close()
    for (const close of closers) await close()
    await app.close()
  })

  const tryKey = async ({ server }: OpenApp, remoteAddress: string) =>
    (
      await server.inject({
        method: 'POST',
        url: alertPath(accountOf(app, 0).id, 'nonsense'),
        remoteAddress,
        headers: { host: '127.0.0.1:8080', 'content-type': 'application/json' },
        payload: '{}',
      })
    ).statusCode

  it('limits wrong credentials together with other replicas: 120 per minute and IP address', async () => {
    const address = '198.51.100.7'
    let accepted = 0
    for (let second = 0; second < 5; second++) {
      const statuses = await Promise.all(replicas.flatMap((replica) => Array.from({ length: 20 }, () => tryKey(replica, address))))
      accepted += statuses.filter((status) => status !== 429).length
      await delay(1_300)
    }
    expect(accepted).toBeGreaterThanOrEqual(120)
    // The tolerance is the calls of one second, or of two on a slow machine. Replicas that count separately would accept 300.
    expect(accepted).toBeLessThanOrEqual(240)
    for (const replica of replicas) expect(await tryKey(replica, address)).toBe(429)
    for (const replica of replicas) expect(await tryKey(replica, '198.51.100.8')).not.toBe(429)
  })
})

describe('RateLimitExchange', () => {
  const call = (store: RateLimitStore, max = 100) =>
    new Promise<number>((resolve) => store.incr('someone', (_, count) => resolve(count!.current), 60_000, max))

  it('sends the counts only of callers with many calls, each call once', async () => {
    const exchange = new RateLimitExchange()
    const store = new RateLimitStore(exchange)
    for (let n = 0; n < 4; n++) await call(store)
    expect(exchange.take()).toEqual([])
    await call(store)
    const [message] = exchange.take()
    expect(JSON.parse(message!).counts).toEqual([['all', expect.any(String), 5]])
    expect(exchange.take()).toEqual([])
  })

  it('adds the counts of other replicas only to the same limit, and ignores its own', async () => {
    const [exchange, other] = [new RateLimitExchange(), new RateLimitExchange()]
    const [store, sameStore] = [new RateLimitStore(exchange), new RateLimitStore(other)]
    const otherStore = store.child({ routeInfo: { method: 'GET', url: '/auth/login' } })
    for (let n = 0; n < 7; n++) await call(sameStore)
    for (const message of other.take()) {
      exchange.receive(message)
      other.receive(message)
    }
    expect([await call(store), await call(otherStore), await call(sameStore)]).toEqual([8, 1, 8])
  })

  it.each(['', 'text', 'null', '7', '[7]', '{}', '{"from":"x","counts":7}', '{"from":"x","counts":[{}]}', '{"from":"x","counts":[null]}'])(
    'ignores unknown messages: %s',
    (message) => {
      expect(() => new RateLimitExchange().receive(message)).not.toThrow()
    },
  )

  it.each([['["all","x","many"]'], ['["all",7,1]'], ['[7,"x",1]'], ['["all","x",1e999]'], ['["all","x",-5]'], ['["none","x",1]']])(
    'doesn’t add counts in an unknown form: %s',
    (count) => {
      const exchange = new RateLimitExchange()
      const added: unknown[] = []
      exchange.register('all', { add: (...call) => void added.push(call) })
      exchange.receive(`{"from":"x","counts":[${count}]}`)
      expect(added).toEqual([])
    },
  )

  it('sends messages that PostgreSQL accepts, with each count once', () => {
    const exchange = new RateLimitExchange()
    const store = `GET /${'länge'.repeat(60)}`
    for (let n = 0; n < 500; n++) exchange.counted(store, `caller ${n}`, { count: 100, max: 100, windowMs: 60_000 })
    const messages = exchange.take()
    expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThan(8_000)
    const counts = messages.flatMap((message) => (JSON.parse(message) as { counts: unknown[] }).counts)
    expect(counts).toEqual(Array.from({ length: 500 }, (_, n) => [store, `caller ${n}`, 1]))
  })

  it('reports once per outage that it cannot send', async () => {
    const { db, close } = openDatabase('postgres://slipway@127.0.0.1:1/none', { max: 1 })
    const exchange = new RateLimitExchange()
    const warnings: unknown[] = []
    const failures: unknown[] = []
    const log = { warn: (details: object) => void warnings.push(details), debug: (details: object) => void failures.push(details) }
    const sharing = exchange.start({ db, changes: { onMessage: () => () => {} } as unknown as ChangeFeed }, log)
    await expect
      .poll(
        () => {
          exchange.counted('all', 'someone', { count: 100, max: 100, windowMs: 60_000 })
          return failures.length
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(1)
    await sharing.stop()
    await close()
    expect(warnings).toEqual([expect.objectContaining({ component: 'rate limits' })])
  })

  it('drops counts below the share after a minute', async () => {
    const exchange = new RateLimitExchange()
    const store = new RateLimitStore(exchange)
    await call(store)
    exchange.take(Date.now() + 61_000)
    for (let n = 0; n < 4; n++) await call(store)
    expect(JSON.parse(exchange.take()[0]!).counts).toEqual([['all', expect.any(String), 4]])
  })
})
