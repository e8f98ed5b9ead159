import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { spendSummaries } from './loadSpend.ts'
import { type SpendApp, startSpendApp } from './spend.fixture.ts'

let app: SpendApp
beforeAll(async () => {
  app = await startSpendApp(new Date('2026-11-23T09:00:00Z'))
})
afterAll(() => app.close())

const as = (name: string) => app.as(app.personId(name))
const path = (id: string) => `/sandboxes/${id}/spend`

describe('getSandboxSpend', () => {
  it('returns the spend by resource and time, and the time at which it reaches the limit', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 1_000 })
    await app.meter()
    await app.run(0.5)
    await app.run(2)
    const { status, body } = await as('Priya').get(path(id))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      sandboxId: id,
      currency: 'GBP',
      limit: 1_000,
      spent: 115,
      billed: 0,
      estimated: 115,
      billedTo: null,
      hourlyRate: 46.24,
      asOf: app.clock.now.toISOString(),
      scannedAt: app.clock.now.toISOString(),
      problem: null,
      forecast: {
        freezesAt: '2026-11-24T06:38:23.161Z',
        reachesLimitAt: '2026-11-24T06:38:23.161Z',
        summary: spendSummaries.freezes(19 * 3_600_000),
      },
      thresholds: [
        { percent: 80, action: 'notify', amount: 800, reachedAt: null },
        { percent: 100, action: 'freeze', amount: 1_000, reachedAt: null },
      ],
      points: [
        { at: '2026-11-23T09:00:00.000Z', spent: 0, filled: false },
        { at: '2026-11-23T09:30:00.000Z', spent: 23, billed: false, filled: false },
        { at: '2026-11-23T11:30:00.000Z', spent: 115, billed: false, filled: true },
      ],
      days: [{ day: '2026-11-23', estimated: 115, billed: null }],
    })
    expect(body.resources.map((each: { name: string }) => each.name.replace(/rg-sbx-spend-\d+|sbx-spend-\d+/, '*'))).toEqual([
      'vm-*-2',
      'vm-*-1',
      'vm-*-1-os',
      'vm-*-2-os',
      'pip-*',
    ])
  })

  it('expects the end of the budget soon if the forecast time has passed', () => {
    for (const describe of [spendSummaries.freezes, spendSummaries.reachesLimit]) {
      expect(describe(60_000)).toMatch(/\d/)
      expect(describe(-3_600_000)).toBe(describe(0))
      expect(describe(0)).not.toMatch(/\d/)
    }
  })

  it('doesn’t return values for a sandbox that was never metered', async () => {
    const id = await app.sandbox()
    expect((await as('Priya').get(path(id))).body).toMatchObject({
      spent: 0,
      asOf: null,
      scannedAt: null,
      resources: [],
      days: [],
      forecast: { reachesLimitAt: null, summary: expect.any(String) },
    })
  })

  it('returns the spend at the end of the lease if that comes first', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 50_000 })
    await app.meter()
    const { forecast } = (await as('Priya').get(path(id))).body
    expect(forecast).toEqual({ freezesAt: null, reachesLimitAt: null, amount: 7_768, summary: spendSummaries.amount('£77.68', '£500') })
  })

  it('forecasts no more than the amount that freezes the sandbox, unless the limit only notifies', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 1_000 })
    await app.meter()
    const forecast = async () => (await as('Priya').get(path(id))).body.forecast
    const amount = async () => (await forecast()).amount
    const setAction = (action: string) =>
      sql`update sandboxes set terms = jsonb_set(terms, '{thresholds}', ${JSON.stringify([{ percent: 90, action }])}::jsonb)
        where id = ${id}`.execute(app.db)
    expect(await amount()).toBe(1_000)
    await setAction('freeze')
    expect(await forecast()).toMatchObject({ amount: 900, freezesAt: expect.any(String), reachesLimitAt: null })
    await setAction('notify')
    expect(await forecast()).toMatchObject({ amount: 7_768, freezesAt: null, reachesLimitAt: expect.any(String) })
  })

  it('limits the number of returned samples', async () => {
    const id = await app.sandbox()
    const timeAt = (hour: number) => new Date(app.clock.now.getTime() + hour * 3_600_000)
    const samples = Array.from({ length: 3_000 }, (_, hour) => ({
      sandbox_id: id,
      at: timeAt(hour),
      day: timeAt(hour).toISOString().slice(0, 10),
      day_estimated: 1_000_000 * (timeAt(hour).getUTCHours() + 1),
      rate: 1_000_000,
    }))
    await app.db.insertInto('sandbox_spend').values(samples).execute()
    const days = [...new Set(samples.map(({ day }) => day))]
    await app.db
      .insertInto('sandbox_days')
      .values(days.map((day) => ({ sandbox_id: id, day, estimated: 24_000_000, billed: null, billed_at: null })))
      .execute()
    const { points } = (await as('Priya').get(path(id))).body
    expect(points.length).toBeLessThan(1_000)
    const spent = points.map((point: { spent: number }) => point.spent)
    expect(spent).toEqual(spent.toSorted((a: number, b: number) => a - b))
  })

  it('rounds days so that they add up to the spend', async () => {
    const id = await app.sandbox({ spent: 7 })
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day, index) => ({
      ...{ sandbox_id: id, day, estimated: 1_800_000 },
      ...(index < 2 ? { billed: 1_900_000, billed_at: app.clock.now } : { billed: null, billed_at: null }),
    }))
    await app.db.insertInto('sandbox_days').values(days).execute()
    const { body } = await as('Priya').get(path(id))
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    const shown = body.days as { estimated: number; billed: number | null }[]
    expect(sum(shown.map(({ estimated, billed }) => billed ?? estimated))).toBe(7)
    expect(sum(shown.map(({ billed }) => billed ?? 0))).toBe(body.billed)
  })

  it('allows members, administrators and auditors', async () => {
    const id = await app.sandbox({ members: [app.personId('Tomasz')] })
    for (const name of ['Tomasz', 'Niamh', 'Grace']) expect((await as(name).get(path(id))).status).toBe(200)
  })

  roleSuite(
    'getSandboxSpend',
    () => app,
    async () => ({ path: path(await app.sandbox()) }),
  )

  it('returns 404 for a hidden and for an unknown sandbox', async () => {
    const id = await app.sandbox({ hidden: true })
    expect((await as('Tomasz').get(path(id))).status).toBe(404)
    expect((await as('Priya').get(path(crypto.randomUUID()))).status).toBe(404)
    expect((await as('Priya').get(path('not-an-id'))).status).toBe(400)
  })
})
