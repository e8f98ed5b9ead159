import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { updateRow } from '../../../db/rows.ts'
import { newAccountBody } from '../../accounts/accounts/newAccountBody.fixture.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { freeNumbers, launch } from '../../services/edge/edge.fixture.ts'
import type { Estate } from './schemas.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const read = async (givenName = 'Niamh'): Promise<Estate> => {
  const { status, body } = await as(givenName).get('/estate')
  expect(status).toBe(200)
  return body
}
const month = (offset = 0) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + offset)).toISOString().slice(0, 7)

/** Active accounts of one tower, which no other test uses. */
const accountsOf = (tower: number) =>
  app.company.accounts.filter(({ status, towerId }) => status === 'active' && towerId === app.company.towers[tower]!.id)
async function setCost(accountId: string, spent: number, { at = month(), currency = 'GBP', forecast = null as number | null } = {}) {
  const row = { currency, spent, forecast, read_at: new Date() }
  await app.db
    .insertInto('account_costs')
    .values({ account_id: accountId, month: at, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'month']).doUpdateSet(row))
    .execute()
}
async function setHealth(accountId: string, score: number, known: number) {
  await app.db.insertInto('account_health').values({ account_id: accountId, score, known, parts: '[]', checked_at: new Date() }).execute()
}
it('counts the accounts that wait for a halted rollout', async () => {
  const rollout = await launch(app, 'Halted tills', freeNumbers(app, 2))
  const waiting = async () => (await read()).accounts.waitingForRollouts
  expect(await waiting()).toBe(0)
  await updateRow(app.db, 'edge_rollouts', rollout, { status: 'halted', halt_reason: '3 stores of wave 1 failed.' })
  expect(await waiting()).toBe(2)
})

const towerOf = (estate: Estate, index: number) => estate.cost.towers.find(({ tower }) => tower.id === app.company.towers[index]!.id)!
const bandsOf = (estate: Estate) => Object.fromEntries(estate.health.map(({ band, count }) => [band, count]))

async function comparedWithLists(estate: Estate): Promise<[filter: string, count: number, total: number][]> {
  const { accounts, health, cost, sandboxes } = estate
  const totalOf = async (path: string, filter: string) =>
    (await as('Niamh').get(`${path}?size=1&total=exact&filter=${encodeURIComponent(filter)}`)).body.total
  const compare =
    (path: string) =>
    async ({ count, filter }: { count: number; filter: string }) =>
      [filter, count, await totalOf(path, filter)] as [string, number, number]
  const environments = [...Map.groupBy(accounts.byState, ({ environment }) => environment)].map(([environment, states]) => ({
    filter: `environment==${environment}`,
    count: states.reduce((sum, { count }) => sum + count, 0),
  }))
  const numbers = [
    ...environments,
    ...accounts.byState,
    accounts.active,
    accounts.unmanaged,
    ...health,
    cost.known,
    cost.unknown,
    ...cost.towers.flatMap(({ active, unknown }) => [active, unknown]),
  ]
  return [
    ...(await Promise.all(numbers.map(compare('/accounts/adv')))),
    ...(await Promise.all(sandboxes.map(compare('/sandboxes/adv')))),
    ['gaps', accounts.ownershipGaps, (await as('Niamh').get('/accounts/ownership-gaps?size=1')).body.total],
    ['ending', estate.access.ending, (await as('Niamh').get('/account-access/ending?size=1')).body.total],
  ]
}

describe('getEstate', () => {
  it('says that costs and health are unknown while none are recorded', async () => {
    const estate = await read()
    const active = app.company.accounts.filter(({ status }) => status === 'active').length
    expect(estate.accounts.active.count).toBe(active)
    expect(bandsOf(estate)).toEqual({ good: 0, goodIncomplete: 0, attention: 0, poor: 0, notAssessed: active })
    expect(estate.cost).toMatchObject({ month: month(), readAt: null, known: { count: 0 }, unknown: { count: active } })
    expect(estate.cost.towers.every(({ costs }) => costs.length === 0)).toBe(true)
  })

  it('counts each active account in one band of health, and a score without a known point as not assessed', async () => {
    const before = bandsOf(await read())
    const scores: [score: number, known: number][] = [
      ...([
        [100, 100],
        [90, 100],
      ] as [number, number][]),
      ...([
        [90, 99],
        [100, 15],
      ] as [number, number][]),
      ...([
        [89, 100],
        [75, 40],
      ] as [number, number][]),
      ...([
        [74, 100],
        [0, 15],
      ] as [number, number][]),
      [0, 0],
    ]
    for (const [index, [score, known]] of scores.entries()) await setHealth(accountsOf(0)[index]!.id, score, known)
    const after = bandsOf(await read())
    expect(after).toEqual({ good: 2, goodIncomplete: 2, attention: 2, poor: 2, notAssessed: before.notAssessed! - 8 })
    const { byState } = (await read()).accounts
    expect(byState.filter(({ status }) => status === 'active').reduce((sum, { count }) => sum + count, 0)).toBe(
      Object.values(after).reduce((sum, count) => sum + count, 0),
    )
  })

  it('sums costs by tower, currency and month, keeps unknown months apart, and never adds currencies', async () => {
    const [first, second, third, fourth] = accountsOf(1).map(({ id }) => id)
    await setCost(first!, 10_000, { forecast: 15_000 })
    await setCost(second!, 0)
    await setCost(third!, 7_000, { currency: 'EUR', forecast: 6_000 })
    await setCost(first!, 500, { at: month(-11) })
    await setCost(first!, 99_999, { at: month(-12) })
    await setCost(first!, 99_999, { at: month(1) })
    await setCost(fourth!, 300, { at: month(-1) })
    const { costs, active, unknown } = towerOf(await read(), 1)
    expect(active.count).toBe(accountsOf(1).length)
    expect(unknown.count).toBe(accountsOf(1).length - 3)
    expect(costs.map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
    const [euros, pounds] = costs
    expect(pounds!.byMonth.map((each) => each.month)).toEqual(Array.from({ length: 12 }, (_, index) => month(index - 11)))
    expect(pounds!.byMonth.map(({ spent }) => spent)).toEqual([500, ...Array(9).fill(null), 300, 10_000])
    expect([pounds!.byMonth[0]!.accounts, pounds!.byMonth[11]!.accounts]).toEqual([1, 2])
    expect([pounds!.remaining, pounds!.forecasts]).toEqual([5_000, 1])
    // A forecast below the spend adds nothing.
    expect([euros!.byMonth[11]!.spent, euros!.remaining, euros!.forecasts]).toEqual([7_000, 0, 1])
  })

  it('keeps what a deleted account cost, and counts it nowhere else', async () => {
    const { id, body } = await createManual()
    await setCost(id, 4_200)
    const before = await read()
    const index = app.company.towers.findIndex((tower) => tower.id === body.tower.id)
    const spentIn = (estate: Estate) => towerOf(estate, index).costs.find(({ currency }) => currency === 'GBP')!.byMonth[11]
    expect((await as('Niamh').delete(`/accounts/${id}`)).status).toBeLessThan(300)
    const after = await read()
    expect(spentIn(after)).toEqual(spentIn(before))
    expect(after.accounts.active.count).toBe(before.accounts.active.count - 1)
    expect(after.cost.known.count).toBe(before.cost.known.count - 1)
    expect(after.accounts.byState.some(({ status }) => String(status) === 'deleted')).toBe(false)
    expect(after.accounts.unmanaged.count).toBe(before.accounts.unmanaged.count - 1)
  })

  it('counts manual accounts as unmanaged while they are active', async () => {
    const before = (await read()).accounts.unmanaged.count
    await createManual()
    expect((await read()).accounts.unmanaged.count).toBe(before + 1)
  })

  it('counts sandboxes by the status that their list shows, without deleted ones', async () => {
    const owners = [app.persona('Priya').id]
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    await makeSandbox(app.db, { name: 'estate-lab', owners, lease_end: inHours(72) })
    await makeSandbox(app.db, { name: 'estate-hidden', owners, lease_end: inHours(72), hidden: true })
    await makeSandbox(app.db, { name: 'estate-ending', owners, lease_end: inHours(47) })
    await makeSandbox(app.db, { name: 'estate-gone', owners, status: 'deleted', deleted_at: new Date() })
    const { sandboxes } = await read()
    expect(Object.fromEntries(sandboxes.map(({ status, count }) => [status, count]))).toEqual({ active: 2, expiring: 1 })
  })

  it('counts each open ownership gap, and no gap that has enough owners again', async () => {
    const before = (await read()).accounts.ownershipGaps
    const [one, other] = accountsOf(0).slice(-2)
    const gap = { former_department: null, requested_at: null, resolved_at: null, outcome: null, successor_id: null, synced_at: null }
    await app.db
      .insertInto('ownership_gaps')
      .values([
        { ...gap, account_id: one!.id, person_id: one!.ownerIds[0]!, reason: 'moved' },
        { ...gap, account_id: other!.id, person_id: app.persona('Oliver').id, reason: 'left' },
      ])
      .execute()
    expect((await read()).accounts.ownershipGaps).toBe(before + 1)
  })

  it('shows the same numbers as the lists that they open', async () => {
    const compared = await comparedWithLists(await read('Grace'))
    expect(compared.map(([filter, count]) => [filter, count])).toEqual(compared.map(([filter, , total]) => [filter, total]))
    expect(compared.filter(([, count]) => count > 0).length).toBeGreaterThan(15)
  })

  it.each(['Daniel', 'Margaret', 'Tomasz'])('denies %s', async (givenName) => {
    expect((await as(givenName).get('/estate')).status).toBe(403)
  })

  it('rejects the cost filter of people other than administrators and auditors', async () => {
    const filter = '/accounts/adv?filter=costKnown==yes'
    expect([(await as('Grace').get(filter)).status, (await as('Daniel').get(filter)).body.code]).toEqual([200, 'invalidFilter'])
  })

  roleSuite(
    'getEstate',
    () => app,
    () => ({ path: '/estate' }),
  )
})

async function createManual() {
  const { status, body } = await as('Niamh').post('/accounts', newAccountBody(app))
  expect(status).toBe(201)
  return { id: body.id as string, body }
}
