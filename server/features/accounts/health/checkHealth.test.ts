import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { checkHealth } from './checkHealth.ts'
import { enqueueFirstHealthCheck } from './enqueueFirstHealthCheck.ts'
import { scoreOf } from './score.ts'

let app: TestApp
const warnings: object[] = []
const check = (data: { after?: string; accountId?: string } = {}) =>
  checkHealth({ ...app.context, log: { info: () => {}, warn: (details) => warnings.push(details) } }, data)
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  // Fourteen accounts in small batches show the same behaviour as two thousand.
  const checkedAccounts = app.company.accounts
    .filter((account) => account.status === 'active' && account.name.startsWith('checkout-'))
    .slice(0, 14)
  await app.db
    .updateTable('accounts')
    .set({ status: 'decommissioning' })
    .where('status', '=', 'active')
    .where(
      'id',
      'not in',
      checkedAccounts.map((account) => account.id),
    )
    .execute()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const loadStored = () => app.db.selectFrom('account_health').selectAll().orderBy('account_id').execute()
const loadPending = async () =>
  (await sql<{ data: object }>`select data from pgboss.job where name = 'checkHealth' and state < 'active'`.execute(app.db)).rows

describe('checkHealth', () => {
  it('starts automatically only if nothing was checked before, once for all replicas', async () => {
    await Promise.all([1, 2, 3].map(() => enqueueFirstHealthCheck(app.db, app.jobs)))
    expect((await loadPending()).length).toBe(1)
  })

  it('reads all accounts together, and stores a score with its parts for each', async () => {
    await app.quiet()
    await check()
    const rows = await loadStored()
    expect(rows.length).toBe(14)
    for (const row of rows) {
      expect(row.parts.map((part) => part.id).length).toBe(9)
      expect({ score: row.score, known: row.known }).toEqual(scoreOf(row.parts))
      expect(row.parts.every((part) => part.answered)).toBe(true)
    }
    const accounts = await app.db
      .selectFrom('accounts')
      .select(['id', 'health', 'version'])
      .where('status', '=', 'active')
      .orderBy('id')
      .execute()
    expect(accounts.map((account) => account.health)).toEqual(rows.map((row) => row.score))
    expect(accounts.every((account) => account.version === 1)).toBe(true)
    const graphRequests = app.simulator.exchanges.list().filter(({ path }) => path.endsWith('Microsoft.ResourceGraph/resources'))
    expect(graphRequests.length).toBeLessThan(10)
    await enqueueFirstHealthCheck(app.db, app.jobs)
    expect((await loadPending()).length).toBe(1)
  })

  it('waits as long as Azure requests when a call is throttled', async () => {
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.ResourceGraph/resources',
      count: 1,
      action: {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '1' },
        body: { error: { code: 'RateLimiting', message: 'Slow down.' } },
      },
    })
    const rowsBefore = await loadStored()
    await check()
    expect((await loadStored()).map((row) => row.score)).toEqual(rowsBefore.map((row) => row.score))
    expect((await loadStored())[0]!.checked_at > rowsBefore[0]!.checked_at).toBe(true)
  })

  it('keeps the last value of a part that fails, and checks the others when one account’s budget can’t be read', async () => {
    const rowsBefore = await loadStored()
    const unhealthyAccountId = rowsBefore[0]!.account_id
    const { subscription_id } = await app.db
      .selectFrom('accounts')
      .select('subscription_id')
      .where('id', '=', unhealthyAccountId)
      .executeTakeFirstOrThrow()
    app.simulator.faults.add({
      service: 'arm',
      path: `/subscriptions/${subscription_id}/providers/Microsoft.Consumption/budgets`,
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    warnings.length = 0
    await check()
    const after = await loadStored()
    expect(after[0]!.parts.find((part) => part.id === 'budget')).toEqual(rowsBefore[0]!.parts.find((part) => part.id === 'budget'))
    expect(after.map((row) => row.score)).toEqual(rowsBefore.map((row) => row.score))
    expect(warnings.length).toBe(1)
  })

  it('fails as a whole and changes nothing when the cloud does not respond', async () => {
    const rowsBefore = await loadStored()
    app.simulator.faults.add({ service: 'arm', action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } })
    await expect(check()).rejects.toThrow(AggregateError)
    expect(await loadStored()).toEqual(rowsBefore)
  })

  it('checks a single account, or continues after a specified account', async () => {
    const rowsBefore = await loadStored()
    const [firstRow, lastRow] = [rowsBefore[0]!, rowsBefore.at(-1)!]
    await check({ accountId: firstRow.account_id })
    const rows = await loadStored()
    expect(rows[0]!.checked_at > firstRow.checked_at).toBe(true)
    expect(rows.slice(1)).toEqual(rowsBefore.slice(1))
    await check({ after: rowsBefore.at(-2)!.account_id })
    const remaining = await loadStored()
    expect(remaining.at(-1)!.checked_at > lastRow.checked_at).toBe(true)
    expect(remaining.slice(0, -1)).toEqual(rows.slice(0, -1))
  })
})
