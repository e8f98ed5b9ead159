import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '../../../workflows/jobs.ts'
import { type AlertApp, startAlertApp } from './alerts.fixture.ts'
import type { NewArrival } from './arrivals.ts'
import { storeArrivals } from './keepArrivals.ts'

let app: AlertApp
let to: { accountId: string; id: string }
beforeAll(async () => {
  app = await startAlertApp()
  to = await app.place()
})
afterAll(() => app.close())

const now = new Date('2026-03-22T18:00:00Z')
const arrival = (overrides: Partial<NewArrival> = {}): NewArrival => ({
  ...{ account_id: to.accountId, key_id: to.id, fingerprint: randomBytes(32), event_hash: randomBytes(32), state: 'firing', fires: true },
  ...{ at: now, received_at: now, detail: '{"title":"x"}', ...overrides },
})
const countStored = async (hash: Buffer) =>
  (await app.db.selectFrom('alert_arrivals').select('id').where('event_hash', '=', hash).execute()).length
/** Creates a separate writer, and collects the jobs that it sends. */
function writer(send: () => Promise<void> = async () => {}) {
  const sentQueues: string[] = []
  const jobs: Jobs = { send: (_db, queue) => send().then(() => void sentQueues.push(queue)) }
  return { sent: sentQueues, keep: (...rows: NewArrival[]) => storeArrivals({ db: app.db, jobs }, rows) }
}

describe('concurrent arrivals', () => {
  it('stores the arrivals together in order, returns the number of new alerts of each, and queues one job', async () => {
    const { keep, sent: sentQueues } = writer()
    const [a, b, c] = [arrival(), arrival(), arrival()]
    expect(await Promise.all([keep(a), keep(b, a), keep(b, c), keep()])).toEqual([1, 1, 1, 0])
    expect(await Promise.all([keep(c), keep(arrival())])).toEqual([0, 1])
    const manyArrivals = Array.from({ length: 600 }, () => arrival())
    expect(await Promise.all(manyArrivals.map((row) => keep(row)))).toEqual(manyArrivals.map(() => 1))
    const order = await app.db.selectFrom('alert_arrivals').select('event_hash').orderBy('id', 'desc').limit(600).execute()
    expect(order.map(({ event_hash }) => event_hash.toString('hex')).toReversed()).toEqual(
      manyArrivals.map(({ event_hash }) => event_hash.toString('hex')),
    )
    // One job is sent per half second, however slow this machine is.
    expect(sentQueues.length).toBeLessThan(30)
  })

  it('rejects only the arrival that cannot be stored', async () => {
    const { keep } = writer()
    const [validArrival, invalidArrival, laterArrival] = [arrival(), arrival({ detail: '{"title":"\\u0000"}' }), arrival()]
    const answers = await Promise.allSettled([keep(arrival()), keep(validArrival), keep(invalidArrival), keep(laterArrival)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect([
      await countStored(validArrival.event_hash),
      await countStored(invalidArrival.event_hash),
      await countStored(laterArrival.event_hash),
    ]).toEqual([1, 0, 1])
  })

  it('accepts arrivals when no job could be queued, and counts them later', async () => {
    const row = arrival()
    const { keep } = writer(() => Promise.reject(new Error('no queue')))
    expect(await keep(row)).toBe(1)
    expect(await countStored(row.event_hash)).toBe(1)
  })
})
