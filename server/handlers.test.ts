import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { handlers } from './handlers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

it('tidy: what cannot be done keeps nothing else from being done, and is said', async () => {
  const log = { info() {}, warn() {} }
  const { tidy } = handlers({ ...app.context, databaseUrl: app.databaseUrl, log })
  const long = new Date(Date.now() - 86_400_000)
  await app.db
    .insertInto('sign_ins')
    .values({ state: randomUUID(), browser_hash: Buffer.from('b'), nonce: 'n', code_verifier: 'v', return_to: '/', created_at: long })
    .execute()
  await sql`alter table account_retirements rename to away`.execute(app.db)
  await expect(tidy({}, new AbortController().signal)).rejects.toThrow(/^1 of \d+ parts of tidying failed/)
  expect(await app.db.selectFrom('sign_ins').selectAll().execute()).toEqual([])
  await sql`alter table away rename to account_retirements`.execute(app.db)
  await tidy({}, new AbortController().signal)
})

it('tidy: work that is paused gets no further jobs, however long it takes', async () => {
  const log = { info() {}, warn() {} }
  const { tidy, work } = handlers({ ...app.context, databaseUrl: app.databaseUrl, log })
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
  for (let minute = 0; minute < 3; minute++) await tidy({}, new AbortController().signal)
  expect(await jobs()).toBe(1)
  await app.as(app.persona('Niamh').id).patch('/admin/settings/maintenance', { value: { ...value, mode: 'off' } })
  await tidy({}, new AbortController().signal)
  expect(await jobs()).toBe(2)
})
