import { sql } from 'kysely'
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

async function start(concurrency: number, callback: Handlers['work']): Promise<void> {
  jobs = await startJobs(database.url, { onError: () => {}, concurrency })
  const noop = async () => {}
  await jobs.work({ work: callback } as Handlers & Record<string, typeof noop>)
}
const send = (runId: string, afterMs = 0) => jobs.send(open.db, 'work', { runId }, { afterMs })

describe('startJobs', () => {
  // The queue is polled every half second. If a slot waited for the poll, each of these tests would take five seconds.
  const polledMs = 5_000

  it('starts the next job as soon as a slot is free', async () => {
    const completedIds: string[] = []
    await start(1, async ({ runId }) => void completedIds.push(runId))
    const names = Array.from({ length: 12 }, (_, n) => String(n))
    const startTime = Date.now()
    await open.db.transaction().execute(async (tx) => {
      for (const name of names) await jobs.send(tx, 'work', { runId: name })
    })
    await until(() => completedIds.length === names.length)
    expect(completedIds.toSorted()).toEqual(names.toSorted())
    expect(Date.now() - startTime).toBeLessThan(polledMs)
  })

  it('starts a delayed job at its time', async () => {
    const delaysMs: number[] = []
    let dueAt = Date.now()
    await start(2, async ({ runId }) => {
      delaysMs.push(Date.now() - dueAt)
      if (delaysMs.length === 12) return
      dueAt = Date.now() + 100
      await send(runId, 100)
    })
    const startTime = Date.now()
    await send('delayed')
    await until(() => delaysMs.length === 12)
    expect(Date.now() - startTime).toBeLessThan(polledMs)
    expect(Math.min(...delaysMs.slice(1))).toBeGreaterThan(-5)
  })

  it('runs every waiting job in its turn, in all slots', async () => {
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
    const startTime = Date.now()
    await open.db.transaction().execute(async (tx) => {
      for (const name of names) await jobs.send(tx, 'work', { runId: name })
    })
    await until(() => order.length === 150)
    expect(maxBusy).toBe(2)
    // 150 turns in two slots would take 37 seconds if only the poll started them.
    expect(Date.now() - startTime).toBeLessThan(30_000)
    expect(names.map((name) => turns.get(name))).toEqual(names.map(() => 3))
    expect(order.indexOf(3)).toBeGreaterThan(order.lastIndexOf(1))
  })

  it('returns the running jobs, and releases them when they don’t end in time', async () => {
    const held = Promise.withResolvers<void>()
    await start(1, () => held.promise)
    await send('stuck')
    await until(() => jobs.running().length === 1)
    await jobs.stop(1_000)
    expect(jobs.running()).toEqual(['work stuck'])
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'work'`.execute(open.db)
    expect(rows).toEqual([{ state: 'retry' }])
    held.resolve()
    await until(() => jobs.running().length === 0)
  })
})
