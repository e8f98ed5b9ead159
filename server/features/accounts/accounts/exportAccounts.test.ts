import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { exportRows } from '../../../http/exportRows.ts'
import { csvColumns } from './csvColumns.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const get = (query = '', givenName = 'Tomasz') => app.as(app.persona(givenName).id).get(`/accounts/adv/export.csv${query}`)
const linesOf = (body: string) => body.slice(1).trimEnd().split('\r\n')
const countIdleTransactions = async () =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.db)
  ).rows[0]?.count

describe('exportAccounts', () => {
  it('streams every row of the list as a file, in the order of the list', async () => {
    const response = await get('?columns=name,status')
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="accounts-\d{4}-\d\d-\d\d\.csv"$/)
    expect(response.body.codePointAt(0)).toBe(0xfeff)
    const lines = linesOf(response.body)
    expect(lines[0]).toBe('Name,Status')
    const page = (await app.as(app.persona('Tomasz').id).get('/accounts/adv?size=200')).body
    expect(lines.slice(1, 201)).toEqual(page.items.map((item: { name: string; status: string }) => `${item.name},${item.status}`))
    expect(lines.length).toBe(app.company.accounts.length + 1)
    expect(await countIdleTransactions()).toBe(0)
  })

  it.each([
    'filter=status==active;environment==production&sort=-createdAt',
    'search=basket',
    'search=baskte',
    'search=basket&sort=-createdAt',
  ])('exports the same rows as the list for ?%s', async (query) => {
    const page = (await app.as(app.persona('Tomasz').id).get(`/accounts/adv?${query}&size=200`)).body
    const lines = linesOf((await get(`?columns=name&${query}`)).body).slice(1)
    expect(lines.slice(0, 200)).toEqual(page.items.map(({ name }: { name: string }) => name))
    expect(lines.length).toBe(page.total)
    expect(page.total).toBeGreaterThan(0)
  })

  it('exports budgets, tags and networks only for people who can see them', async () => {
    const rows = async (givenName: string) =>
      linesOf((await get('?columns=name,budget,tags,connectivity&search=checkout-basket', givenName)).body)
    const [header, ...outsiders] = await rows('Tomasz')
    expect(header!.split(',')).toEqual(['name', 'budget', 'tags', 'connectivity'].flatMap((key) => csvColumns[key]!.headers))
    expect(outsiders.every((line) => line.endsWith(',,,,'))).toBe(true)
    expect((await rows('Grace')).slice(1).every((line) => /,\d+\.\d\d,GBP,.*=.*,\w+$/.test(line))).toBe(true)
  })

  it.each([
    ['JPY', 1_250, '1250'],
    ['KWD', 1_250, '1.250'],
  ])('exports a budget in %s with the decimal places of the currency', async (currency, amount, text) => {
    const account = app.company.accounts.find(({ name, status }) => status === 'active' && name.startsWith('checkout-basket'))!
    const setBudget = app.db.updateTable('accounts').where('id', '=', account.id)
    await setBudget.set({ budget: JSON.stringify({ ...account.budget, amount, currency }) }).execute()
    const lines = linesOf((await get(`?columns=name,budget&search=${account.name}`, 'Grace')).body)
    expect(lines).toContain(`${account.name},${text},${currency}`)
    await setBudget.set({ budget: JSON.stringify(account.budget) }).execute()
  })

  it('neutralises formulas in CSV, and keeps them in JSON', async () => {
    const account = app.company.accounts.find((each) => each.status === 'active')!
    await app.db.updateTable('accounts').set({ name: '=HYPERLINK("x","y")', description: '＝1+1' }).where('id', '=', account.id).execute()
    const [, line] = linesOf((await get('?columns=name,description&search=hyperlink')).body)
    expect(line).toBe(`"'=HYPERLINK(""x"",""y"")","'＝1+1"`)
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${account.id}`)).body.name).toBe('=HYPERLINK("x","y")')
  })

  it('writes an audit event with the exported columns and filters', async () => {
    await get('?columns=name&filter=status==active')
    const [event] = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'exportAccounts')
      .orderBy('id', 'desc')
      .execute()
    expect(event).toMatchObject({
      actor_id: app.persona('Tomasz').id,
      outcome: 'allowed',
      after: { columns: 'name', filter: 'status==active' },
    })
  })

  roleSuite(
    'exportAccounts',
    () => app,
    () => ({ path: '/accounts/adv/export.csv' }),
  )

  it('returns 429 for a second export while the first is running', async () => {
    const tomasz = app.persona('Tomasz').id
    const openTransaction = await app.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${tomasz}`}, 0))`.execute(openTransaction)
    const response = await get()
    expect([response.status, response.body.code, response.body.message]).toEqual([
      429,
      'tooManyRequests',
      expect.stringContaining('still running'),
    ])
    expect((await get('?search=basket', 'Daniel')).status).toBe(200)
    await openTransaction.rollback().execute()
    expect((await get('?search=basket')).status).toBe(200)
  })

  it.each(['filter=budget=gt=5', 'sort=-budget'])(
    'rejects ?%s from people without access, because the result would reveal budgets',
    async (query) => {
      expect((await get(`?${query}`)).status).toBe(400)
    },
  )

  it.each([
    ['columns=name,secret', 'columns'],
    ['columns=constructor', 'columns'],
    ['columns=', 'columns'],
    ['filter=secret==1', 'filter'],
    ['sort=secret', 'sort'],
    ['page=2', 'page'],
  ])('rejects ?%s without keeping a database connection', async (query, field) => {
    const response = await get(`?${query}`)
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
    expect(await countIdleTransactions()).toBe(0)
  })

  it('releases its connection when the client disconnects', async () => {
    const stream = await exportRows(app.db, {
      personId: app.persona('Daniel').id,
      header: ['n'],
      ids: async () => sql<{ id: string }>`select n::text as id from generate_series(1, 100000) n`,
      lines: async (_tx, ids) => ids.map((id) => [id]),
    })
    for await (const chunk of stream) if (String(chunk).length > 10) break
    await until(async () => (await countIdleTransactions()) === 0)
  })
})
