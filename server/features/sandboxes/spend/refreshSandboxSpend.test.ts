import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { labRate, labStoppedRate, type SpendApp, startSpendApp } from './spend.fixture.ts'

let app: SpendApp
beforeAll(async () => {
  app = await startSpendApp()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const priya = () => app.as(app.personId('Priya'))
const path = (id: string) => `/sandboxes/${id}/spend/refresh`
const toHundredths = (rate: number) => Math.round(rate / 10_000) / 100

describe('refreshSandboxSpend', () => {
  it('meters up to now, and shows stopped resources', async () => {
    const { id, resources } = await app.deployed(['machineLab'])
    expect(await priya().post(path(id))).toMatchObject({ status: 200, body: { spent: 0, hourlyRate: toHundredths(labRate) } })
    app.pass(3)
    for (const machine of resources.filter((each) => /\/virtualMachines\//.test(each))) await app.context.clients.arm.stopResource(machine)
    const { body } = await priya().post(path(id))
    expect(body).toMatchObject({
      spent: Math.floor((labRate * 3) / 1e6),
      hourlyRate: toHundredths(labStoppedRate),
      asOf: app.clock.now.toISOString(),
    })
    expect(await app.row(id)).toMatchObject({ spent: body.spent, hourly_rate: labStoppedRate })
  })

  it('freezes a sandbox over its limit immediately', async () => {
    const { id } = await app.deployed(['machineLab'], { budget_limit: 100 })
    await priya().post(path(id))
    app.pass(3)
    await Promise.all([priya().post(path(id)), priya().post(path(id))])
    expect(await app.row(id)).toMatchObject({ status: 'frozen', freeze_cause: 'budget' })
    expect(await app.work(id)).toEqual(['freeze'])
  })

  it('calls Azure at most once in thirty seconds', async () => {
    const { id } = await app.deployed(['machineLab'])
    await priya().post(path(id))
    app.simulator.exchanges.clear()
    expect((await priya().post(path(id))).status).toBe(200)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  roleSuite(
    'refreshSandboxSpend',
    () => app,
    async () => ({ path: path((await app.deployed(['machineLab'])).id) }),
  )

  it('fails when Azure is unavailable, and doesn’t add spend', async () => {
    const { id } = await app.deployed(['machineLab'])
    await priya().post(path(id))
    app.pass(1)
    app.simulator.faults.add({ service: 'arm', path: 'ResourceGraph', action: { kind: 'status', status: 403 } })
    expect((await priya().post(path(id))).status).toBe(502)
    expect(await app.days(id)).toEqual([])
  })

  it('rejects a sandbox that isn’t ready, and returns 404 for a hidden one', async () => {
    const queuedId = await app.sandbox({ status: 'queued' })
    expect(await priya().post(path(queuedId))).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    const hiddenId = await app.sandbox({ hidden: true })
    expect((await app.as(app.personId('Tomasz')).post(path(hiddenId))).status).toBe(404)
  })
})
