import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { until } from '../../test/until.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { type Handlers, type RunningJobs, startJobs } from './jobs.ts'

let database: TestDatabase
let open: OpenDatabase
let jobs: RunningJobs

beforeEach(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url)
})
afterEach(async () => {
  await jobs.stop(1_000)
  await open.close()
  await database.drop()
})

async function start(concurrency: number, work: Handlers['work']): Promise<void> {
  jobs = await startJobs(database.url, { onError: () => {}, concurrency })
  const rest = async () => {}
  await jobs.work({ work } as Handlers & Record<string, typeof rest>)
}
const send = (runId: string, afterMs = 0) => jobs.send(open.db, 'work', { runId }, { afterMs })

describe('startJobs', () => {
  // A poll of the queue takes half a second, so each of these would take five seconds if a slot waited for one.
  const polledMs = 5_000

  it('starts the next job as soon as a slot is free', async () => {
    const done: string[] = []
    await start(1, async ({ runId }) => void done.push(runId))
    const names = Array.from({ length: 12 }, (_, n) => String(n))
    const began = Date.now()
    // One commit sends one notification.
    await open.db.transaction().execute(async (tx) => {
      for (const name of names) await jobs.send(tx, 'work', { runId: name })
    })
    await until(() => done.length === names.length)
    expect(done.toSorted()).toEqual(names.toSorted())
    expect(Date.now() - began).toBeLessThan(polledMs)
  })

  it('starts a delayed job at its time', async () => {
    const done: number[] = []
    let due = Date.now()
    await start(2, async ({ runId }) => {
      done.push(Date.now() - due)
      if (done.length === 12) return
      due = Date.now() + 100
      await send(runId, 100)
    })
    const began = Date.now()
    await send('delayed')
    await until(() => done.length === 12)
    expect(Date.now() - began).toBeLessThan(polledMs)
    // The job is never early, apart from the rounding of both clocks.
    expect(Math.min(...done.slice(1))).toBeGreaterThan(-5)
  })

  it('gives every waiting job its turn, in as many slots as there are', async () => {
    const turns = new Map<string, number>()
    let [busy, maxBusy] = [0, 0]
    const order: number[] = []
    await start(2, async ({ runId }) => {
      maxBusy = Math.max(maxBusy, ++busy)
      const turn = (turns.get(runId) ?? 0) + 1
      turns.set(runId, turn)
      order.push(turn)
      if (turn < 3) await send(runId, 300)
      busy--
    })
    const names = Array.from({ length: 50 }, (_, n) => String(n))
    const began = Date.now()
    for (const name of names) await send(name)
    await until(() => order.length === 150)
    expect(maxBusy).toBe(2)
    expect(Date.now() - began).toBeLessThan(3 * polledMs)
    expect(names.map((name) => turns.get(name))).toEqual(names.map(() => 3))
    // The last turn of any job follows the first turn of every other.
    expect(order.indexOf(3)).toBeGreaterThan(order.lastIndexOf(1))
  })
})
