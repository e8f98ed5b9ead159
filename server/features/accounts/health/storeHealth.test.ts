import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { storeHealth } from './storeHealth.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const partWith = (points: number): HealthPart[] => [
  { id: 'owners', points, of: 15, state: 'good', action: null, role: 'owners', answered: true, why: 'Two owners.' },
]

it('waits for a refresh that has locked the account, without a deadlock', async () => {
  const { id } = app.company.accounts[0]!
  const store = (points: number) => app.db.transaction().execute((tx) => storeHealth(tx, id, partWith(points), new Date()))
  await store(15)
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    return rows.length > 0
  }
  const check = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
    const runningCheck = store(5)
    await until(isWaiting)
    await storeHealth(tx, id, partWith(10), new Date())
    return { runningCheck }
  })
  await check.runningCheck
  expect(await app.db.selectFrom('account_health').select('parts').where('account_id', '=', id).executeTakeFirst()).toMatchObject({
    parts: [{ points: 10 }],
  })
})
