import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { runSchedule } from '../test/runSchedules.ts'
import { handlers } from './handlers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

it('doesn’t send further jobs for paused runs, regardless of the length of the pause', async () => {
  const log = { info() {}, warn() {} }
  const { work } = handlers({ ...app.context, databaseUrl: app.databaseUrl, log })
  const runId = randomUUID()
  await sql`insert into work_runs (id, kind, subject_kind, subject_id, status, created_at, updated_at)
    values (${runId}, 'grantAccess', 'assignment', ${randomUUID()}, 'queued', now() - interval '1 hour', now() - interval '1 hour')`.execute(
    app.db,
  )
  const jobs = async () =>
    (await sql`select 1 from pgboss.job where name = 'work' and state = 'created' and data ->> 'runId' = ${runId}`.execute(app.db)).rows
      .length
  const value = { mode: 'readOnly', message: '', startsAt: null, until: null, pauseWork: true }
  await app.as(app.persona('Niamh').id).patch('/admin/settings/maintenance', { value })
  await work({ runId }, new AbortController().signal)
  expect(await jobs()).toBe(1)
  for (let minute = 0; minute < 3; minute++) await runSchedule(app, 'resumeLostRuns')
  expect(await jobs()).toBe(1)
  await app.as(app.persona('Niamh').id).patch('/admin/settings/maintenance', { value: { ...value, mode: 'off' } })
  await runSchedule(app, 'resumeLostRuns')
  expect(await jobs()).toBe(2)
})
