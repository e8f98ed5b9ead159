import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../../sample/sandboxHosts.ts'
import { platformServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { setLoad } from '../../../../simulator/monitor/metrics.ts'
import { spendProblems } from './labels.ts'
import { billedByUseText } from './meters.ts'
import { priceUnreadText } from './rate.ts'
import { labRate, labStoppedRate, type SpendApp, startSpendApp } from './spend.fixture.ts'

const busy = { kind: 'status', status: 429, headers: { 'retry-after': '600' } } as const

let app: SpendApp
beforeAll(async () => {
  app = await startSpendApp(new Date('2026-11-23T09:00:00Z'))
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  // Closes the meters of sandboxes from earlier tests, because their cost would change the result.
  await app.db.updateTable('sandbox_meters').set({ closed_at: app.clock.now }).where('closed_at', 'is', null).execute()
  // The simulated bill allows four queries a minute, so only the tests that need the bill enable it.
  const billFields = { requested_at: new Date('2100-01-01'), problem: null }
  const bills = sandboxHosts.map(({ subscriptionId }) => ({ subscription_id: subscriptionId, ...billFields }))
  await app.db
    .insertInto('sandbox_bills')
    .values(bills)
    .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet(billFields))
    .execute()
})

const readEstimated = async (id: string) => (await app.days(id)).reduce((sum, day) => sum + day.estimated, 0)
const meterOf = (id: string) => app.db.selectFrom('sandbox_meters').selectAll().where('sandbox_id', '=', id).executeTakeFirstOrThrow()
const spend = async (id: string) => (await app.as(app.personId('Priya')).get(`/sandboxes/${id}/spend`)).body
const kinds = async (id: string) => (await app.events(id)).map(({ kind }) => kind)
const machinesOf = (resources: string[]) => resources.filter((id) => /\/virtualMachines\//.test(id))

describe('estimated spend', () => {
  it('multiplies deployed resources by price and time, exact to a millionth', async () => {
    const { id, resources } = await app.deployed(['machineLab'])
    await app.meter()
    expect(await app.row(id)).toMatchObject({ hourly_rate: labRate, spent: 0 })
    await app.run(2.5)
    expect(await readEstimated(id)).toBe(labRate * 2.5)
    expect((await app.row(id)).spent).toBe(Math.floor((labRate * 2.5) / 1_000_000))

    for (const machine of machinesOf(resources)) await app.context.clients.arm.stopResource(machine)
    await app.run(0.25)
    expect((await app.row(id)).hourly_rate).toBe(labStoppedRate)
    await app.run(2)
    expect(await readEstimated(id)).toBe(labRate * 2.75 + labStoppedRate * 2)
    const { resources: visible } = await spend(id)
    expect(visible.filter((each: { running: boolean }) => !each.running)).toEqual([])
  })

  it('lists resources without an estimate, and never counts them as zero', async () => {
    const { id } = await app.deployed(['webApp', 'kubernetes'])
    await app.meter()
    const { resources } = await spend(id)
    const findResource = (type: string) => resources.find((each: { type: string }) => each.type.toLowerCase().endsWith(type))
    expect(findResource('/storageaccounts')).toMatchObject({ hourlyRate: null, why: billedByUseText })
    expect(findResource('/flexibleservers').hourlyRate).toBeCloseTo(15.8 + (0.133 * 0.79 * 128 * 100) / 730, 1)
    expect(findResource('/serverfarms').hourlyRate).toBeCloseTo(13.43, 2)
    expect(findResource('/managedclusters').hourlyRate).toBeCloseTo(3 * 0.224 * 79, 2)
    expect(findResource('/sites')).toBeUndefined()
  })

  it('counts each period once when replicas meter concurrently', async () => {
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    app.pass(4)
    await Promise.all([app.meter(), app.meter(), app.meter()])
    expect(await readEstimated(id)).toBe(labRate * 4)
  })

  it('continues after the last sandbox of the previous job', async () => {
    const [firstSandbox, otherSandbox] = [await app.deployed(['machineLab']), await app.deployed(['machineLab'])]
    await app.meter()
    app.pass(1)
    const rows = await Promise.all([app.row(firstSandbox.id), app.row(otherSandbox.id)])
    const [firstRow, secondRow] = rows.toSorted((a, b) => (a.subscription_id! < b.subscription_id! ? -1 : 1))
    await app.meter({ subscriptionId: firstRow!.subscription_id!, id: firstRow!.id })
    expect([await readEstimated(firstRow!.id), await readEstimated(secondRow!.id)]).toEqual([0, labRate])
  })

  it('uses the last known rate for three days of outage, marks them as estimated, and freezes once', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 2_000 })
    await app.meter()
    await app.run(1)
    app.pass(72)
    await Promise.all([app.meter(), app.meter()])
    await app.run(1)
    expect(await readEstimated(id)).toBe(labRate * 74)
    expect(await app.row(id)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
    expect(await kinds(id)).toEqual(['spent', 'spent', 'frozen'])
    const { points } = await spend(id)
    expect(points.filter((point: { filled: boolean }) => point.filled).length).toBeGreaterThan(0)
    const spent = points.map((point: { spent: number }) => point.spent)
    expect(spent).toEqual(spent.toSorted((a: number, b: number) => a - b))
  })

  it('stops when the sandbox is deleted', async () => {
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    app.pass(2)
    const endedAt = app.clock.now
    await app.db
      .updateTable('sandboxes')
      .set({ status: 'deleting', delete_requested_at: endedAt, delete_at: endedAt, delete_cause: 'owner' })
      .where('id', '=', id)
      .execute()
    await app.db
      .updateTable('sandboxes')
      .set({ status: 'deleted', deleted_at: endedAt, removing_at: endedAt })
      .where('id', '=', id)
      .execute()
    app.pass(5)
    await app.meter()
    app.pass(5)
    await app.meter()
    expect(await readEstimated(id)).toBe(labRate * 2)
    expect(await app.row(id)).toMatchObject({ hourly_rate: 0 })
  })
})

describe('spend thresholds', () => {
  it('notifies once each, and freezes once for each limit', async () => {
    // The sandbox reaches 80% after about 3.5 hours.
    const { id } = await app.deployed(['machineLab'], { budget_limit: 200 })
    await app.meter()
    await app.run(4)
    expect(await kinds(id)).toEqual(['spent'])
    expect(await app.notifications(id)).toMatchObject([
      {
        kind: 'sandboxSpent',
        title: expect.stringMatching(/£1\.\d\d .*£2$/),
        body: expect.stringMatching(/ 80% .* \d+ minutes.* 100%/),
      },
    ])
    await app.run(1)
    expect(await app.row(id)).toMatchObject({ status: 'frozen', freeze_cause: 'budget', limit_reached_at: expect.any(Date) })
    expect(await app.work(id)).toEqual(['freeze'])
    await app.run(1)
    expect(await kinds(id)).toEqual(['spent', 'spent', 'frozen'])

    // A higher budget is a new limit, to which both thresholds apply again.
    await app.endWork()
    await app.db
      .updateTable('sandboxes')
      .set({ budget_limit: 400, status: 'active', frozen_at: null, freeze_cause: null })
      .where('id', '=', id)
      .execute()
    await app.run(3)
    expect(await kinds(id)).toEqual(['spent', 'spent', 'frozen', 'spent', 'spent', 'frozen'])
  })

  it('freezes a resumed sandbox whose threshold was passed while it was frozen', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 100, terms: { thresholds: [{ percent: 90, action: 'freeze' }] } })
    await app.meter()
    await app.db
      .updateTable('sandboxes')
      .set({ status: 'frozen', frozen_at: app.clock.now, freeze_cause: 'owner' })
      .where('id', '=', id)
      .execute()
    await app.run(2)
    expect(await kinds(id)).toEqual(['spent'])
    await app.db.updateTable('sandboxes').set({ status: 'active', frozen_at: null, freeze_cause: null }).where('id', '=', id).execute()
    await app.run(0.25)
    expect(await app.row(id)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
  })
})

describe('failing services', () => {
  it('keeps known prices while the price list is unavailable, and shows their age', async () => {
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    const { pricesAt } = await spend(id)
    app.pass(25)
    app.simulator.faults.add({ service: 'prices', action: busy })
    await app.meter()
    expect(await app.row(id)).toMatchObject({ hourly_rate: labRate })
    expect(await spend(id)).toMatchObject({ pricesAt, problem: expect.stringContaining(spendProblems.prices) })
    app.simulator.faults.clear()
    app.pass(0.25)
    await app.meter()
    expect(await spend(id)).toMatchObject({ problem: null, pricesAt: app.clock.now.toISOString() })
  })

  it('shows prices as unknown if the price list was never read', async () => {
    await app.db.deleteFrom('retail_prices').execute()
    app.simulator.faults.add({ service: 'prices', action: busy })
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    const { resources } = await spend(id)
    expect(resources).toHaveLength(5)
    expect(resources[0]).toMatchObject({ hourlyRate: null, why: priceUnreadText })
  })

  it.each([
    ['denies the call', { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } }],
    ['throttles', busy],
    ['returns invalid data', { kind: 'status', status: 200, body: { data: 'none' } }],
  ] as const)('keeps the known resources when Resource Graph %s', async (_, action) => {
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    app.pass(1)
    app.simulator.faults.add({ service: 'arm', path: 'ResourceGraph', action })
    await app.meter()
    expect(await readEstimated(id)).toBe(labRate)
    expect(await spend(id)).toMatchObject({
      hourlyRate: 46.24,
      problem: expect.stringContaining(spendProblems.resources),
    })
  })
})

describe('billed spend', () => {
  beforeEach(() => app.db.deleteFrom('sandbox_bills').execute())

  it('replaces the estimate of each complete day', async () => {
    const { id } = await app.deployed(['machineLab'], {}, 2)
    await app.meter()
    app.pass(80)
    await app.meter()
    const days = await app.days(id)
    expect(days.map(({ billed }) => billed !== null)).toEqual([true, true, false, false])
    expect(days[1]!.billed).not.toBe(days[1]!.estimated)
    const total = days.reduce((sum, { estimated: estimatedAmount, billed }) => sum + (billed ?? estimatedAmount), 0)
    expect((await app.row(id)).spent).toBe(Math.floor(total / 1_000_000))
    const { spent, billed, estimated: remaining, billedTo } = await spend(id)
    expect(billed + remaining).toBe(spent)
    expect(billedTo).toBe(new Date(app.clock.now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10))
  })

  it('keeps the estimate while the bill is unavailable, and reads it later', async () => {
    const { id } = await app.deployed(['machineLab'], {}, 3)
    await app.meter()
    app.pass(80)
    app.simulator.faults.add({ service: 'arm', path: 'CostManagement', action: busy })
    await app.meter()
    expect((await app.days(id)).every(({ billed }) => billed === null)).toBe(true)
    expect((await spend(id)).problem).toContain(spendProblems.bill)
    app.simulator.faults.clear()
    app.pass(7)
    await app.meter()
    expect((await app.days(id)).some(({ billed }) => billed !== null)).toBe(true)
    expect((await spend(id)).problem).toBeNull()
  })
})

describe('spend at calendar boundaries', () => {
  it.each([
    ['with 23 hours in Britain', '2027-03-27T20:00:00Z', ['2027-03-27', '2027-03-28', '2027-03-29']],
    ['with 25 hours in Britain', '2027-10-30T20:00:00Z', ['2027-10-30', '2027-10-31', '2027-11-01']],
    ['around a leap day', '2028-02-28T20:00:00Z', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['around the new year', '2028-12-31T20:00:00Z', ['2028-12-31', '2029-01-01', '2029-01-02']],
  ])('charges 24 hours per UTC day %s', async (_, start, days) => {
    app.clock.now = new Date(start)
    app.simulator.clock.set(app.clock.now)
    const { id } = await app.deployed(['machineLab'])
    await app.meter()
    await app.run(28.5)
    const { days: visible } = await spend(id)
    expect(visible.map(({ day }: { day: string }) => day)).toEqual(days)
    expect((await app.days(id)).map(({ estimated: each }) => each)).toEqual([labRate * 4, labRate * 24, labRate / 2])
  })
})

describe('idle sandboxes', () => {
  const idleFields = { terms: { idleHours: 12 }, budget_limit: 500_000 }

  it('notifies owners once per lease end, with the possible savings', async () => {
    const { id, resources } = await app.deployed(['machineLab'], idleFields)
    for (const machine of machinesOf(resources)) setLoad(app.simulator, machine, 1)
    await app.meter()
    app.pass(13)
    await Promise.all([app.meter(), app.meter()])
    app.pass(7)
    await app.meter()
    expect(await app.notifications(id)).toMatchObject([
      {
        kind: 'sandboxIdle',
        body: expect.stringMatching(/ 12 hours.* £\d\d/),
      },
    ])
  })

  it('excludes sandboxes with load, changes, or unknown load', async () => {
    const resources = await app.deployed(['machineLab'], idleFields)
    const [firstId, secondId] = machinesOf(resources.resources) as [string, string]
    setLoad(app.simulator, firstId, 1)
    setLoad(app.simulator, secondId, 40)
    const updated = await app.deployed(['machineLab'], idleFields)
    for (const machine of machinesOf(updated.resources)) setLoad(app.simulator, machine, 1)
    const unmeteredSandbox = await app.deployed(['machineLab'], idleFields)
    for (const machine of machinesOf(unmeteredSandbox.resources)) setLoad(app.simulator, machine, 1)
    await app.meter()
    app.pass(13)
    const token = await app.simulator.mintToken({ oid: platformServicePrincipalId, audience: 'https://management.azure.com' })
    await fetch(`${app.simulator.origins.arm}${updated.scope}/providers/Microsoft.Web/sites/mine?api-version=2023-12-01`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'uksouth', properties: {} }),
    })
    for (const machine of machinesOf(unmeteredSandbox.resources)) setLoad(app.simulator, machine, null)
    app.pass(0.1)
    await app.meter()
    for (const { id } of [resources, updated, unmeteredSandbox]) expect(await app.notifications(id)).toEqual([])
    expect((await meterOf(resources.id)).idle_checked_at).toEqual(app.clock.now)
  })
})
