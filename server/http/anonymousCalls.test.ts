import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { accessDenials } from '../auth/access.ts'
import { anonymousName } from '../auth/actor.ts'
import { AnonymousCalls, closeAnonymousCalls, maxUnwritten } from './anonymousCalls.ts'
import { networkOf } from './networkOf.ts'

let app: TestApp
let now = new Date('2026-03-02T10:20:00Z')
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date(now.getTime() + 3 * 3_600_000)
})

const log = {
  error(problem: unknown) {
    throw problem
  },
}
const maxBuckets = 20
const replica = () => new AnonymousCalls({ db: app.db, now: () => now, log }, { maxBuckets })
const call = (overrides: object = {}) => ({
  operation: 'listTowers',
  outcome: 'denied' as const,
  code: 'unauthenticated',
  ip: '192.0.2.7',
  reason: `unauthenticated: ${accessDenials.signedOut}`,
  requestId: 'request',
  ...overrides,
})
const events = async () =>
  app.db.selectFrom('audit_events').selectAll().where('actor_name', '=', anonymousName).orderBy('at').orderBy('id').execute()
const loadSince = async (callback: () => Promise<unknown>) => {
  const idsBefore = new Set((await events()).map(({ id }) => id))
  await callback()
  return (await events()).filter(({ id }) => !idsBefore.has(id))
}
const hourLater = () => {
  now = new Date(now.getTime() + 3_700_000)
  return closeAnonymousCalls({ db: app.db, now: () => now })
}

describe('the audit trail of anonymous denied calls', () => {
  it('has one event for the first call and one for all other calls of the hour, through the API', async () => {
    const anonymousCaller = app.as('anonymous')
    const left = await loadSince(async () => {
      for (let n = 0; n < 5; n++) expect((await anonymousCaller.get('/towers')).status).toBe(401)
    })
    expect(left).toMatchObject([{ operation: 'listTowers', outcome: 'denied', after: { network: '127.0.0.0/24' } }])
  })

  it('has the same counts with two replicas as with one, in one event at the end of the hour', async () => {
    const [item, secondReplica] = [replica(), replica()]
    const firstEvents = await loadSince(() =>
      Promise.all(
        [item, secondReplica].map(async (each) => {
          for (let n = 0; n < 30; n++) await each.record(call({ ip: `192.0.2.${n}` }))
        }),
      ),
    )
    expect(firstEvents).toHaveLength(1)
    await item.close()
    await secondReplica.close()
    expect(await loadSince(() => closeAnonymousCalls({ db: app.db, now: () => now }))).toEqual([])
    const [summary, ...overrides] = await loadSince(hourLater)
    expect([summary, overrides]).toMatchObject([
      { operation: 'listTowers', outcome: 'denied', subject_kind: null, after: { calls: 59, network: '192.0.2.0/24' } },
      [],
    ])
    expect(await loadSince(hourLater)).toEqual([])
  })

  it('has a separate first event for each operation, code, outcome or network', async () => {
    const firstReplica = replica()
    const calls = [
      call(),
      call({ operation: 'listFamilies' }),
      call({ code: 'crossSite' }),
      call({ outcome: 'failed' }),
      call({ ip: '192.0.3.1' }),
    ]
    expect(
      await loadSince(async () => {
        for (const each of [...calls, ...calls]) await firstReplica.record(each)
      }),
    ).toHaveLength(5)
    await firstReplica.close()
  })

  it('has a limited number of rows for any number of networks', async () => {
    const firstReplica = replica()
    const sendMany = (from: number) => async () => {
      for (let n = from; n < from + maxBuckets + 200; n++)
        await firstReplica.record(call({ ip: `2001:db8:${n.toString(16)}:1::${n.toString(16)}` }))
    }
    const left = await loadSince(sendMany(0))
    expect(left).toHaveLength(maxBuckets + 1)
    expect(await loadSince(sendMany(10_000))).toEqual([])
    const secondReplica = replica()
    expect(await loadSince(() => secondReplica.record(call({ operation: 'listAccounts' })))).toEqual([])
    await firstReplica.close()
    await secondReplica.close()
    const counts = await loadSince(hourLater)
    expect(counts.filter(({ operation }) => operation === 'otherOperations')).toMatchObject([
      { operation: 'otherOperations', after: { calls: 199 + maxBuckets + 200 + 1, network: 'others' } },
    ])
  })

  it('waits for counts that are being written before it closes', async () => {
    const firstReplica = replica()
    for (let n = 0; n < 3; n++) await firstReplica.record(call())
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table anonymous_calls in exclusive mode`.execute(tx)
      void firstReplica.flush()
      let closed = false
      void firstReplica.close().then(() => (closed = true))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(closed).toBe(false)
    })
    await firstReplica.flush()
    expect(await loadSince(hourLater)).toMatchObject([{ after: { calls: 2 } }])
  })

  it('loses at most a hundred calls when a process is killed', async () => {
    const killedReplica = replica()
    for (let n = 0; n < 1 + 3 * maxUnwritten - 1; n++) await killedReplica.record(call())
    const { rows } = await sql<{
      further: number
    }>`select sum(further) as further from anonymous_calls where hour = date_trunc('hour', ${now}::timestamptz)`.execute(app.db)
    expect(Number(rows[0]!.further)).toBe(2 * maxUnwritten)
    await killedReplica.close()
  })
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.200', '192.0.2.0/24'],
    ['::ffff:192.0.2.200', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'unknown'],
  ])('maps the IP address %s to the network %s', (address, network) => expect(networkOf(address)).toBe(network))
})
