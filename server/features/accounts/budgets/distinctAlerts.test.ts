import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { constraintFailures } from '../../../http/constraints.ts'
import { newAccountBody } from '../accounts/newAccountBody.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const alert = { percent: 80, basis: 'actual' } as const
const constraint = 'budget_alerts_are_distinct'

async function createRequest(name: string): Promise<string> {
  const response = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name }))
  return response.body.id
}
const setThresholds = (id: string, thresholds: readonly object[]) =>
  sql`update account_requests set details = jsonb_set(details, '{budget,thresholds}', ${JSON.stringify(thresholds)}::jsonb) where id = ${id}`.execute(
    app.db,
  )

it('rejects a repeated alert in a request, in an account record and in a change, even past the API', async () => {
  expect(constraintFailures[constraint]?.[0]).toBe('invalidRequest')
  const id = await createRequest('alerts-once-dev')
  await expect(setThresholds(id, [alert, alert])).rejects.toMatchObject({ constraint })
  await setThresholds(id, [alert, { ...alert, basis: 'forecast' }])

  const niamh = app.as(app.persona('Niamh').id)
  const { id: accountId, budget } = (await niamh.post('/accounts', newAccountBody(app, { name: 'alerts-once' }))).body
  const { rows } = await sql<{ columns: string }>`select string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns where table_name = 'accounts' and is_generated = 'NEVER'`.execute(app.db)
  const columns = sql.raw(rows[0]!.columns)
  const alerts = JSON.stringify([alert, alert])
  const copyAccount = sql`insert into accounts (${columns}) select ${columns} from (select (jsonb_populate_record(a, jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'alerts-twice', 'budget', jsonb_set(a.budget, '{thresholds}', ${alerts}::jsonb)))).*
    from accounts a where a.id = ${accountId}) copy`
  await expect(copyAccount.execute(app.db)).rejects.toMatchObject({ constraint })

  const daniel = app.as(app.persona('Daniel').id)
  const updated = await daniel.patch(`/accounts/myAccounts/${accountId}`, { budget: { ...budget, thresholds: [alert, alert] } })
  expect(updated).toMatchObject({ status: 400, body: { errors: [{ field: 'budget.thresholds.1' }] } })
  expect((await daniel.patch(`/accounts/myAccounts/${accountId}`, { costCentre: 'CC-78' })).status).toBe(200)
  const setAlerts = sql`update accounts set budget = jsonb_set(budget, '{thresholds}', ${alerts}::jsonb) where id = ${accountId}`
  await expect(setAlerts.execute(app.db)).rejects.toMatchObject({ constraint })

  const cloudAccount = app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
  expect((await daniel.patch(`/accounts/myAccounts/${cloudAccount.id}`, { costCentre: 'CC-79' })).status).toBe(200)
  const changeAlerts = sql`update account_updates set change = jsonb_set(change, '{after,budget}', jsonb_build_object('thresholds', ${alerts}::jsonb))
    where account_id = ${cloudAccount.id}`
  await expect(changeAlerts.execute(app.db)).rejects.toMatchObject({ constraint })
})

it('keeps a repeated alert of an older version', async () => {
  const id = await createRequest('alerts-older-dev')
  await sql`alter table account_requests disable trigger account_requests_distinct_alerts`.execute(app.db)
  await setThresholds(id, [alert, alert])
  await sql`alter table account_requests enable trigger account_requests_distinct_alerts`.execute(app.db)
  await sql`update account_requests set details = jsonb_set(details, '{purpose}', '"Another purpose."') where id = ${id}`.execute(app.db)
  const { rows } = await sql<{ alerts: number }>`select jsonb_array_length(details #> '{budget,thresholds}') as alerts
    from account_requests where id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ alerts: 2 }])
})
