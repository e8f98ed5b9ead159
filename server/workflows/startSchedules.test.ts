import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { until } from '../../test/until.ts'
import { type Db, type OpenDatabase, openDatabase } from '../db/database.ts'
import { allSchedules } from './pauses.ts'
import { interruptions, type RunningSchedules, type Schedule, startSchedules } from './startSchedules.ts'

let database: TestDatabase
let open: OpenDatabase
const replicas: RunningSchedules[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url)
})
beforeEach(async () => {
  await open.db.deleteFrom('schedules').execute()
  await open.db.deleteFrom('queue_pauses').execute()
})
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop(0)
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const hangForever = () => new Promise<never>(() => {})
const hourMs = 3_600_000
const alwaysDue = { periodMs: 1, offsetMs: 0, timeoutMs: 60_000 }
const hourly = { periodMs: hourMs, offsetMs: 0, timeoutMs: 60_000 }

async function start(schedules: Record<string, Schedule>, options: { maxIdleMs?: number; graceMs?: number; db?: Db } = {}) {
  const replica = await startSchedules(schedules, {
    db: open.db,
    log: { warn() {} },
    pollIntervalMs: 20,
    maxIdleMs: 60_000,
    graceMs: 60_000,
    ...options,
  })
  replicas.push(replica)
  return replica
}
const rowOf = (name: string) => open.db.selectFrom('schedules').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
const makeDue = (name: string) =>
  open.db.updateTable('schedules').set({ retry_at: sql`clock_timestamp()` }).where('name', '=', name).execute()
const pause = async (queue: string) => {
  const person = randomUUID()
  await open.db
    .insertInto('people')
    .values({
      id: person,
      issuer: 'https://login.example.com',
      tenant_id: person,
      display_name: 'Ada',
      email: null,
      user_principal_name: null,
      department: null,
      job_title: null,
      manager_id: null,
      directory_checked_at: null,
      signed_in_at: null,
    })
    .execute()
  await open.db
    .insertInto('queue_pauses')
    .values({ queue, reason: 'A test of pauses.', paused_by: person, paused_at: new Date() })
    .execute()
}
const resume = () => open.db.deleteFrom('queue_pauses').execute()

function createCounted(callback: (signal: AbortSignal) => Promise<unknown> = () => Promise.resolve()) {
  const stats = { runs: 0, now: 0, max: 0 }
  const run = async (signal: AbortSignal) => {
    stats.runs += 1
    stats.now += 1
    stats.max = Math.max(stats.max, stats.now)
    try {
      await callback(signal)
    } finally {
      stats.now -= 1
    }
  }
  return { seen: stats, run }
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('startSchedules', () => {
  it('records the start, duration and success of a run, and runs once per period', async () => {
    const { seen: stats, run } = createCounted(() => sleep(60))
    await start({ one: { ...hourly, run } })
    expect(await rowOf('one')).toMatchObject({ period_ms: hourMs, started_at: null, run_id: null })
    await makeDue('one')
    await until(async () => (await rowOf('one')).ended_at !== null)
    const row = await rowOf('one')
    expect(row).toMatchObject({ run_id: null, failures: 0, problem: null, retry_at: null })
    expect(row.duration_ms).toBeGreaterThanOrEqual(50)
    expect(row.ended_at!.getTime() - row.started_at!.getTime()).toBeGreaterThanOrEqual(50)
    await sleep(200)
    expect(stats.runs).toBe(1)
  })

  it('doesn’t delay schedules if others hang, fail or are slow', async () => {
    const fastSchedule = createCounted()
    const slowSchedule = createCounted(() => sleep(1_000))
    const hangingSchedules = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`hanging${n}`, { ...alwaysDue, run: hangForever }]))
    await start({
      ...hangingSchedules,
      failing: { ...alwaysDue, run: () => Promise.reject(new Error('It is broken.')) },
      throwing: {
        ...alwaysDue,
        run: () => {
          throw new Error('It fails immediately.')
        },
      },
      slow: { ...alwaysDue, run: slowSchedule.run },
      fast: { ...alwaysDue, run: fastSchedule.run },
    })
    await until(() => slowSchedule.seen.runs >= 2)
    expect(fastSchedule.seen.runs).toBeGreaterThan(slowSchedule.seen.runs)
    expect(await rowOf('failing')).toMatchObject({ problem: 'It is broken.' })
    expect(await rowOf('throwing')).toMatchObject({ problem: 'It fails immediately.' })
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from schedules where name like 'hanging%' and run_id is not null`.execute(open.db)
    expect(rows[0]!.n).toBe(30)
  })

  it('stops a run at its timeout, and prevents other replicas from starting the schedule until it has stopped', async () => {
    let aborts = 0
    const { seen: stats, run } = createCounted(async (signal) => {
      signal.addEventListener('abort', () => aborts++)
      await sleep(600)
    })
    for (let n = 0; n < 2; n++) await start({ slow: { ...alwaysDue, timeoutMs: 100, run } })
    await until(() => stats.runs >= 2)
    expect(stats.max).toBe(1)
    expect(aborts).toBeGreaterThan(0)
    expect(await rowOf('slow')).toMatchObject({ problem: expect.stringContaining(' 0.1 ') })
  })

  it('lets another replica take over a run that doesn’t stop, and starts the next run here only after its end', async () => {
    let end = () => {}
    const { seen: stats, run } = createCounted(() => new Promise<void>((resolve) => (end = resolve)))
    await start({ hanging: { ...hourly, timeoutMs: 50, run } }, { graceMs: 50 })
    await makeDue('hanging')
    await until(async () => (await rowOf('hanging')).failures === 1)
    expect(await rowOf('hanging')).toMatchObject({ run_id: null, problem: expect.stringContaining(' 0.05 ') })
    await makeDue('hanging')
    await sleep(300)
    expect(stats.runs).toBe(1)
    const otherSchedule = createCounted()
    await start({ hanging: { ...hourly, run: otherSchedule.run } })
    await until(async () => otherSchedule.seen.runs === 1 && (await rowOf('hanging')).run_id === null)
    await replicas.pop()!.stop(0)
    end()
    await makeDue('hanging')
    await until(() => stats.runs === 2)
    end()
  })

  it('retries failures at increasing intervals, and counts them until a success', async () => {
    let isBroken = true
    await start({
      one: {
        ...hourly,
        run: async () => {
          if (isBroken) throw new AggregateError([new Error('a'), new Error('b')], 'Two parts failed:')
        },
      },
    })
    const delays: number[] = []
    for (let n = 1; n <= 3; n++) {
      await makeDue('one')
      await until(async () => (await rowOf('one')).failures === n)
      const row = await rowOf('one')
      expect(row.problem).toBe('Two parts failed: a b')
      delays.push(Math.round((row.retry_at!.getTime() - row.ended_at!.getTime()) / 1_000))
    }
    expect(delays).toEqual([5, 10, 20])
    isBroken = false
    await makeDue('one')
    await until(async () => (await rowOf('one')).failures === 0)
    expect(await rowOf('one')).toMatchObject({ problem: null, retry_at: null })
  })

  it('runs a schedule in one replica at a time', async () => {
    const { seen: stats, run } = createCounted(() => sleep(15))
    for (let n = 0; n < 3; n++) await start({ one: { ...alwaysDue, run } })
    await until(() => stats.runs >= 20)
    expect(stats.max).toBe(1)
  })

  it('takes over from a killed process, but not from a slow one', async () => {
    const { seen: stats, run } = createCounted()
    await start({ one: { ...hourly, run } }, { maxIdleMs: 2_000 })
    const code = `const { openDatabase } = await import(${JSON.stringify(new URL('../db/database.ts', import.meta.url).href)})
      const { startSchedules } = await import(${JSON.stringify(new URL('./startSchedules.ts', import.meta.url).href)})
      const { db } = openDatabase(${JSON.stringify(database.url)})
      const one = { periodMs: ${hourMs}, offsetMs: 0, timeoutMs: 3_600_000, run: () => new Promise(() => {}) }
      await db.updateTable('schedules').set({ retry_at: new Date() }).execute()
      await startSchedules({ one }, { db, log: { warn() {} }, pollIntervalMs: 20 })`
    await pause('one')
    const otherProcess = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
    const whenEnded = new Promise((resolve) => otherProcess.once('exit', resolve))
    await until(async () => (await rowOf('one')).retry_at !== null)
    await replicas.pop()!.stop(0)
    await resume()
    await until(async () => (await rowOf('one')).run_id !== null)
    await start({ one: { ...hourly, run } }, { maxIdleMs: 2_000 })
    await sleep(4_000)
    expect(stats.runs, 'while the other process lives').toBe(0)
    const rowBefore = await rowOf('one')
    otherProcess.kill('SIGKILL')
    await whenEnded
    await until(async () => (await rowOf('one')).failures === 1)
    expect(await rowOf('one')).toMatchObject({ run_id: null, ended_at: null, problem: interruptions.processLost })
    await until(async () => (await rowOf('one')).ended_at !== null)
    expect(stats.runs).toBe(1)
    const row = await rowOf('one')
    expect(row).toMatchObject({ run_id: null, failures: 0 })
    expect(row.started_at!.getTime()).toBeGreaterThan(rowBefore.started_at!.getTime())
  })

  it('runs in one replica at a time during a long database failure, and stops before others can start', async () => {
    const proxy = await openDatabaseProxy(database.url)
    const proxiedDatabase = openDatabase(proxy.url)
    const reasons: string[] = []
    const { seen: stats, run } = createCounted(
      (signal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            reasons.push(String(signal.reason))
            setTimeout(resolve, 100)
          }),
        ),
    )
    try {
      for (let n = 0; n < 2; n++) await start({ one: { ...hourly, run } }, { db: proxiedDatabase.db, maxIdleMs: 1_500 })
      await makeDue('one')
      await until(() => stats.runs === 1)
      await proxy.cut()
      await sleep(3_000)
      expect([stats.runs, stats.now]).toEqual([1, 0])
      expect(reasons[0]).toContain(interruptions.databaseLost)
      await proxy.repair()
      await until(() => stats.runs === 2)
      expect(stats.max).toBe(1)
    } finally {
      for (const replica of replicas.splice(0)) await replica.stop(500)
      await proxiedDatabase.close()
      await proxy.close()
    }
  })

  it('stops a run that another replica has taken over, and doesn’t record its result', async () => {
    let reason: unknown
    const { seen: stats, run } = createCounted(
      (signal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            reason = signal.reason
            resolve()
          }),
        ),
    )
    await start({ one: { ...hourly, run } })
    await makeDue('one')
    await until(() => stats.runs === 1)
    await sql`update schedules set run_id = gen_random_uuid(), heartbeat = heartbeat + 1`.execute(open.db)
    await until(() => stats.now === 0)
    expect(String(reason)).toContain(interruptions.takenOver)
    expect(await rowOf('one')).toMatchObject({ ended_at: null, duration_ms: null })
  })

  it.each([-30 * 24 * hourMs, -hourMs, hourMs, 30 * 24 * hourMs])(
    'runs on time even if the clock changes by %i ms',
    async (clockChangeMs) => {
      const { seen: stats, run } = createCounted()
      await start({ one: { periodMs: 60_000, offsetMs: 0, timeoutMs: 60_000, run } })
      await makeDue('one')
      await until(async () => (await rowOf('one')).ended_at !== null)
      // Moving the clock ahead by an hour has the same effect as moving all records back.
      await sql`update schedules set started_at = started_at - ${clockChangeMs} * interval '1 millisecond', created_at = created_at - ${clockChangeMs} * interval '1 millisecond',
      ended_at = ended_at - ${clockChangeMs} * interval '1 millisecond'`.execute(open.db)
      await until(() => stats.runs >= 2, 5_000)
      const { rows } = await sql<{
        apart: number
      }>`select abs(extract(epoch from clock_timestamp() - started_at)) as apart from schedules`.execute(open.db)
      expect(Number(rows[0]!.apart)).toBeLessThan(60)
    },
  )

  it.each(['one', allSchedules])(
    'doesn’t start a run while %s is paused, stops the current one, and continues immediately after the resume',
    async (name) => {
      const { seen: stats, run } = createCounted(
        (signal) => new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      )
      const otherSchedule = createCounted()
      await start({ one: { ...hourly, run }, other: { ...alwaysDue, run: otherSchedule.run } })
      await makeDue('one')
      await until(() => stats.runs === 1)
      await pause(name)
      await until(() => stats.now === 0)
      await until(async () => (await rowOf('one')).run_id === null)
      expect(await rowOf('one')).toMatchObject({ failures: 0, problem: null })
      const runsBefore = otherSchedule.seen.runs
      await sleep(300)
      expect(stats.runs).toBe(1)
      if (name === allSchedules) expect(otherSchedule.seen.runs - runsBefore).toBeLessThanOrEqual(1)
      else expect(otherSchedule.seen.runs).toBeGreaterThan(runsBefore)
      await resume()
      await until(() => stats.runs === 2, 5_000)
    },
  )

  it.each([
    [
      'that stops when it is aborted',
      (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    ],
    ['that does not', hangForever],
  ])('leaves a run %s to another replica when its own server stops', async (_, callback) => {
    const { run } = createCounted(callback)
    const firstReplica = await start({ one: { ...hourly, run } }, { maxIdleMs: 500 })
    await makeDue('one')
    await until(async () => (await rowOf('one')).run_id !== null)
    await firstReplica.stop(100)
    const { seen: stats, run: counted2 } = createCounted()
    await start({ one: { ...hourly, run: counted2 } }, { maxIdleMs: 500 })
    await until(() => stats.runs === 1)
  })

  it('doesn’t change schedules of a different version', async () => {
    const { seen: stats, run } = createCounted()
    await start({ one: { ...hourly, run: hangForever }, newer: { ...alwaysDue, run } })
    await start({ one: { ...hourly, run: hangForever } })
    const { runs } = stats
    await until(() => stats.runs > runs + 2)
  })
})
