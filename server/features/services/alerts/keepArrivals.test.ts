import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '../../../workflows/jobs.ts'
import { type AlertApp, startAlertApp } from './alerts.fixture.ts'
import type { NewArrival } from './arrivals.ts'
import { keepArrivals } from './keepArrivals.ts'

let app: AlertApp
let to: { accountId: string; id: string }
beforeAll(async () => {
  app = await startAlertApp()
  to = await app.place()
})
afterAll(() => app.close())

const now = new Date('2026-03-22T18:00:00Z')
const arrival = (change: Partial<NewArrival> = {}): NewArrival => ({
  ...{ account_id: to.accountId, key_id: to.id, fingerprint: randomBytes(32), event_hash: randomBytes(32), state: 'firing', fires: true },
  ...{ at: now, received_at: now, detail: '{"title":"x"}', ...change },
})
const stored = async (hash: Buffer) =>
  (await app.db.selectFrom('alert_arrivals').select('id').where('event_hash', '=', hash).execute()).length
/** A separate writer, with the jobs it sends. */
function writer(send: () => Promise<void> = async () => {}) {
  const sent: string[] = []
  const jobs: Jobs = { send: (_db, queue) => send().then(() => void sent.push(queue)) }
  return { sent, keep: (...rows: NewArrival[]) => keepArrivals({ db: app.db, jobs }, rows) }
}

describe('concurrent arrivals', () => {
  it('stores them together in order, returns what was new in each, and queues one job for the count', async () => {
    const { keep, sent } = writer()
    const [a, b, c] = [arrival(), arrival(), arrival()]
    expect(await Promise.all([keep(a), keep(b, a), keep(b, c), keep()])).toEqual([1, 1, 1, 0])
    expect(await Promise.all([keep(c), keep(arrival())])).toEqual([0, 1])
    const many = Array.from({ length: 600 }, () => arrival())
    expect(await Promise.all(many.map((row) => keep(row)))).toEqual(many.map(() => 1))
    const order = await app.db.selectFrom('alert_arrivals').select('event_hash').orderBy('id', 'desc').limit(600).execute()
    expect(order.map(({ event_hash }) => event_hash.toString('hex')).toReversed()).toEqual(
      many.map(({ event_hash }) => event_hash.toString('hex')),
    )
    // There is one job per half second, however slow this machine is.
    expect(sent.length).toBeLessThan(30)
  })

  it('rejects only the arrival that cannot be stored', async () => {
    const { keep } = writer()
    const [good, bad, better] = [arrival(), arrival({ detail: '{"title":"\\u0000"}' }), arrival()]
    const answers = await Promise.allSettled([keep(arrival()), keep(good), keep(bad), keep(better)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect([await stored(good.event_hash), await stored(bad.event_hash), await stored(better.event_hash)]).toEqual([1, 0, 1])
  })

  it('accepts arrivals when no job could be queued, and counts them later', async () => {
    const row = arrival()
    const { keep } = writer(() => Promise.reject(new Error('no queue')))
    expect(await keep(row)).toBe(1)
    expect(await stored(row.event_hash)).toBe(1)
  })
})
