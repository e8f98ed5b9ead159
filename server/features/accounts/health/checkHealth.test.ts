import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { checkHealth } from './checkHealth.ts'
import { enqueueFirstHealthCheck } from './firstCheck.ts'

let app: TestApp
const warned: object[] = []
const check = (data: { after?: string; accountId?: string } = {}) =>
  checkHealth({ ...app.context, log: { info: () => {}, warn: (details) => warned.push(details) } }, data)
beforeAll(async () => {
  app = await startTestApp({ work: false })
  // Fourteen accounts are enough to test what happens with two thousand.
  const kept = app.company.accounts.filter((account) => account.status === 'active' && account.name.startsWith('checkout-')).slice(0, 14)
  await app.db
    .updateTable('accounts')
    .set({ status: 'decommissioning' })
    .where('status', '=', 'active')
    .where(
      'id',
      'not in',
      kept.map((account) => account.id),
    )
    .execute()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const stored = () => app.db.selectFrom('account_health').selectAll().orderBy('account_id').execute()
const pending = async () =>
  (await sql<{ data: object }>`select data from pgboss.job where name = 'checkHealth' and state < 'active'`.execute(app.db)).rows

describe('checkHealth', () => {
  it('starts automatically only where nothing was checked, once for all replicas', async () => {
    await Promise.all([1, 2, 3].map(() => enqueueFirstHealthCheck(app.db, app.jobs)))
    expect((await pending()).length).toBe(1)
  })

  it('reads all accounts together, and stores a score with its parts for each', async () => {
    await app.quiet()
    await check()
    const rows = await stored()
    expect(rows.length).toBe(14)
    for (const row of rows) {
      expect(row.parts.map((part) => part.id).length).toBe(9)
      expect(row.score).toBe(row.parts.reduce((sum, part) => sum + part.points, 0))
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
    const asked = app.simulator.exchanges.list().filter(({ path }) => path.endsWith('Microsoft.ResourceGraph/resources'))
    expect(asked.length).toBeLessThan(10)
    await enqueueFirstHealthCheck(app.db, app.jobs)
    expect((await pending()).length).toBe(1)
  })

  it('waits as long as Azure demands when it throttles', async () => {
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
    const before = await stored()
    await check()
    expect((await stored()).map((row) => row.score)).toEqual(before.map((row) => row.score))
    expect((await stored())[0]!.checked_at > before[0]!.checked_at).toBe(true)
  })

  it('keeps the last value of a part that fails, and isolates an account without a readable budget', async () => {
    const before = await stored()
    const ailing = before[0]!.account_id
    const { subscription_id } = await app.db
      .selectFrom('accounts')
      .select('subscription_id')
      .where('id', '=', ailing)
      .executeTakeFirstOrThrow()
    app.simulator.faults.add({
      service: 'arm',
      path: `/subscriptions/${subscription_id}/providers/Microsoft.Consumption/budgets`,
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    warned.length = 0
    await check()
    const after = await stored()
    expect(after[0]!.parts.find((part) => part.id === 'budget')).toEqual(before[0]!.parts.find((part) => part.id === 'budget'))
    expect(after.map((row) => row.score)).toEqual(before.map((row) => row.score))
    expect(warned.length).toBe(1)
  })

  it('fails as a whole and changes nothing when the cloud does not respond', async () => {
    const before = await stored()
    app.simulator.faults.add({ service: 'arm', action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } })
    await expect(check()).rejects.toThrow('Couldn’t check the health')
    expect(await stored()).toEqual(before)
  })

  it('checks a single account, or continues after a given account', async () => {
    const before = await stored()
    const [first, last] = [before[0]!, before.at(-1)!]
    await check({ accountId: first.account_id })
    const one = await stored()
    expect(one[0]!.checked_at > first.checked_at).toBe(true)
    expect(one.slice(1)).toEqual(before.slice(1))
    await check({ after: before.at(-2)!.account_id })
    const rest = await stored()
    expect(rest.at(-1)!.checked_at > last.checked_at).toBe(true)
    expect(rest.slice(0, -1)).toEqual(one.slice(0, -1))
  })
})
