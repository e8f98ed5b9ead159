import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { until } from '../test/until.ts'
import { type Db, openDatabase } from './db/database.ts'
import { accountOf, decide, grantOf, requestAccess } from './features/access/assignments/access.fixture.ts'
import { scheduleTitles } from './features/platform/cockpit/scheduleTitles.ts'
import { schedules } from './schedules.ts'
import type { ScheduleName } from './workflows/scheduleNames.ts'
import { startSchedules } from './workflows/startSchedules.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const log = { info() {}, warn() {} }
const ending: ScheduleName[] = [
  'expireAccess',
  'expireEmergencyAccess',
  'advancePrivilegedRoles',
  'revokeAccessOfLeavers',
  'expireSandboxes',
  'withdrawEndedRequests',
  'syncAppRoles',
  'syncDirectory',
  'updateDelegations',
  'replaceSandboxOwners',
  'advanceAccessReviews',
  'resumeLostRuns',
]
const tableOf = (accessDb: Db, db = app.context.db) => schedules({ ...app.context, db, databaseUrl: app.runtimeUrl, log }, accessDb)

describe('schedules', () => {
  it('starts each schedule in its period, one after another, with a timeout', () => {
    const table = Object.values(tableOf(app.context.db))
    const each = table.filter(({ periodMs }) => periodMs === 60_000)
    expect(new Set(each.map(({ offsetMs }) => offsetMs)).size).toBe(each.length)
    for (const { periodMs, offsetMs, timeoutMs } of table) {
      expect(offsetMs).toBeLessThan(periodMs)
      expect(timeoutMs).toBeGreaterThanOrEqual(60_000)
    }
  })

  it.each(ending)('doesn’t use a shared connection for %s', async (name) => {
    const sharedDatabase = openDatabase(app.runtimeUrl, { max: 1 })
    await sharedDatabase.close()
    await expect(sharedDatabase.db.selectFrom('people').select('id').execute()).rejects.toThrow()
    await tableOf(app.context.db, sharedDatabase.db)[name].run(new AbortController().signal)
  })

  it.each(Object.keys(scheduleTitles) as ScheduleName[])('stops %s at its next statement', async (name) => {
    const abortedSignal = AbortSignal.abort(new Error('aborted'))
    await expect(tableOf(app.context.db)[name].run(abortedSignal)).rejects.toThrow()
  })

  it('ends access on time while all other schedules hang and use all connections', async () => {
    const { body, approvalId } = await requestAccess(app, accountOf(app, 0), { durationHours: 24 })
    await decide(app, 'Daniel', approvalId)
    await app.drain()
    const statusOf = async () => (await grantOf(app, body.id))!.status
    expect(await statusOf()).toBe('active')
    const sharedDatabase = openDatabase(app.runtimeUrl, { max: 3 })
    const ownDatabase = openDatabase(app.runtimeUrl)
    const table = tableOf(ownDatabase.db, sharedDatabase.db)
    const hangForever = async () => {
      await sql`select pg_sleep(9)`.execute(sharedDatabase.db)
      await new Promise<never>(() => {})
    }
    const scheduleEntries = Object.entries(table).map(([name, schedule]) => [
      name,
      ending.includes(name as ScheduleName) ? { ...schedule, offsetMs: 0 } : { ...schedule, periodMs: 1, offsetMs: 0, run: hangForever },
    ])
    const hangingTable = Object.fromEntries(scheduleEntries) as typeof table
    hangingTable.syncDirectory = { ...hangingTable.syncDirectory, run: hangForever }
    const runningSchedules = await startSchedules(hangingTable, { db: ownDatabase.db, log })
    try {
      await until(() => sharedDatabase.pool.waitingCount > 10)
      clockOffsetMs = 24.1 * 3_600_000
      await app.db.updateTable('schedules').set({ retry_at: sql`clock_timestamp()` }).where('name', '=', 'expireAccess').execute()
      const from = performance.now()
      await until(async () => (await statusOf()) !== 'active')
      expect(performance.now() - from).toBeLessThan(30_000)
      expect(sharedDatabase.pool.waitingCount, 'the others still wait').toBeGreaterThan(10)
    } finally {
      await runningSchedules.stop(0)
      await ownDatabase.close()
      void sharedDatabase.close()
    }
  })
})
