import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { deleteOldNotifications } from './deleteOldNotifications.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const daysToKeep = 180
const agesInDb = async () => {
  const { rows } = await sql<{ days: number }>`
    select extract(day from ${app.context.now()}::timestamptz - created_at)::int as days from notifications where kind = 'access' order by 1`.execute(
    app.db,
  )
  return rows.map(({ days }) => days)
}

it('deletes the oldest notifications past the limit, 5,000 at a time', async () => {
  const now = app.context.now()
  const before = new Date(now.getTime() - daysToKeep * 24 * 3_600_000)
  await sql`insert into notifications (id, person_id, kind, subject_kind, subject_id, title, dedupe_key, created_at)
    select gen_random_uuid(), ${app.persona('Priya').id}::uuid, 'access', 'account', gen_random_uuid(), 'Access ends', 'age-' || n,
      ${now}::timestamptz - make_interval(days => case when n <= 5000 then 300 when n <= 5002 then 200 else 100 end)
    from generate_series(1, 5003) n`.execute(app.db)
  await deleteOldNotifications(app.db, before)
  expect((await agesInDb()).filter((days) => days > daysToKeep)).toEqual([200, 200])
  await deleteOldNotifications(app.db, before)
  expect(await agesInDb()).toContain(100)
  expect((await agesInDb()).filter((days) => days > daysToKeep)).toEqual([])
})
