import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { NewAlertEvent } from './alertEvents.ts'
import { type AlertApp, startAlertApp } from './alerts.fixture.ts'
import { storeAlertEvents } from './storeAlertEvents.ts'

let app: AlertApp
let to: { accountId: string; id: string }
beforeAll(async () => {
  app = await startAlertApp()
  to = await app.place()
})
afterAll(() => app.close())

const now = new Date('2026-03-22T18:00:00Z')
const alertEvent = (overrides: Partial<NewAlertEvent> = {}): NewAlertEvent => ({
  ...{ account_id: to.accountId, key_id: to.id, fingerprint: randomBytes(32), event_hash: randomBytes(32), state: 'firing', fires: true },
  ...{ at: now, received_at: now, detail: '{"title":"x"}', ...overrides },
})
const countStored = async (hash: Buffer) =>
  (await app.db.selectFrom('alert_events').select('id').where('event_hash', '=', hash).execute()).length
function writer(send: () => Promise<void> = async () => {}) {
  const sentQueues: string[] = []
  const jobs: Jobs = { send: (_db, queue) => send().then(() => void sentQueues.push(queue)) }
  return { sent: sentQueues, keep: (...rows: NewAlertEvent[]) => storeAlertEvents({ db: app.db, jobs }, rows) }
}

describe('storeAlertEvents', () => {
  it('stores concurrent deliveries in order, returns the number of new alerts per delivery, and queues one job', async () => {
    const { keep, sent: sentQueues } = writer()
    const [a, b, c] = [alertEvent(), alertEvent(), alertEvent()]
    expect(await Promise.all([keep(a), keep(b, a), keep(b, c), keep()])).toEqual([1, 1, 1, 0])
    expect(await Promise.all([keep(c), keep(alertEvent())])).toEqual([0, 1])
    const manyEvents = Array.from({ length: 600 }, () => alertEvent())
    expect(await Promise.all(manyEvents.map((row) => keep(row)))).toEqual(manyEvents.map(() => 1))
    const order = await app.db.selectFrom('alert_events').select('event_hash').orderBy('id', 'desc').limit(600).execute()
    expect(order.map(({ event_hash }) => event_hash.toString('hex')).toReversed()).toEqual(
      manyEvents.map(({ event_hash }) => event_hash.toString('hex')),
    )
    expect(sentQueues.length).toBeLessThan(30)
  })

  it('rejects only the delivery that cannot be stored', async () => {
    const { keep } = writer()
    const [validEvent, invalidEvent, laterEvent] = [alertEvent(), alertEvent({ detail: '{"title":"\\u0000"}' }), alertEvent()]
    const results = await Promise.allSettled([keep(alertEvent()), keep(validEvent), keep(invalidEvent), keep(laterEvent)])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect([
      await countStored(validEvent.event_hash),
      await countStored(invalidEvent.event_hash),
      await countStored(laterEvent.event_hash),
    ]).toEqual([1, 0, 1])
  })

  it('stores alerts even if no job can be queued', async () => {
    const row = alertEvent()
    const { keep } = writer(() => Promise.reject(new Error('no queue')))
    expect(await keep(row)).toBe(1)
    expect(await countStored(row.event_hash)).toBe(1)
  })
})
