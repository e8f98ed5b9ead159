import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { notCheckedFinding } from './parts.ts'

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + laterMs) })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const ownAccounts = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n: number) => `/accounts/${ownAccounts()[n]!.id}/health/refresh`
const daniel = () => app.as(app.persona('Daniel').id)
const advanceMinute = () => {
  laterMs += 60_000
}
interface Part {
  id: string
  points: number
  state: string
  why: string
}
const partOf = (body: { parts: Part[] }, id: string) => body.parts.find((part) => part.id === id)!

describe('refreshAccountHealth', () => {
  it('finds changes in the cloud, and updates the score', async () => {
    const scope = `/subscriptions/${ownAccounts()[0]!.subscriptionId}`
    const { arm } = app.context.clients
    const firstHealth = (await daniel().post(path(0))).body
    expect(partOf(firstHealth, 'tags')).toMatchObject({ points: 8, state: 'good' })
    await arm.changeTags(scope, 'Replace', { owner: 'nobody' })
    advanceMinute()
    const degraded = (await daniel().post(path(0))).body
    expect(partOf(degraded, 'tags')).toMatchObject({ points: 0, state: 'bad', why: expect.stringContaining('5') })
    expect(degraded.score).toBe(firstHealth.score - 8)
    await arm.mergeTags(scope, { costCentre: 'CC-1', environment: 'x', criticality: 'x', dataClassification: 'x', managedBy: 'slipway' })
    advanceMinute()
    const improved = (await daniel().post(path(0))).body
    expect(improved.score).toBe(firstHealth.score)
    expect((await daniel().get(`/accounts/${ownAccounts()[0]!.id}`)).body.health).toBe(firstHealth.score)
  })

  it('reads the cloud at most once in ten seconds', async () => {
    const healthBefore = (await daniel().post(path(1))).body
    await app.quiet()
    const repeated = (await daniel().post(path(1))).body
    expect(repeated.checkedAt).toBe(healthBefore.checkedAt)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  it('keeps the last value of a part that fails, or unknown if there was none', async () => {
    const healthBefore = (await daniel().post(path(2))).body
    advanceMinute()
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.Consumption/budgets',
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    expect(partOf((await daniel().post(path(2))).body, 'budget')).toEqual(partOf(healthBefore, 'budget'))
    expect(partOf((await daniel().post(path(3))).body, 'budget')).toMatchObject({
      points: 0,
      state: 'unknown',
      why: notCheckedFinding.why,
    })
  })

  roleSuite(
    'refreshAccountHealth',
    () => app,
    () => ({ path: path(0) }),
  )

  it('denies an auditor and a person without access, without calling the cloud', async () => {
    await app.quiet()
    expect((await app.as(app.persona('Grace').id).post(path(0))).status).toBe(403)
    expect((await app.as(app.persona('Tomasz').id).post(path(0))).status).toBe(403)
    expect(app.simulator.exchanges.list().filter(({ service }) => service === 'arm')).toEqual([])
  })

  it('returns 502 and keeps the known values when the cloud does not respond', async () => {
    advanceMinute()
    const healthBefore = (await daniel().get(`/accounts/${ownAccounts()[0]!.id}/health`)).body
    app.simulator.faults.add({ service: 'arm', action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } })
    const response = await daniel().post(path(0))
    expect([response.status, response.body.code]).toEqual([502, 'outsideFailed'])
    expect((await daniel().get(`/accounts/${ownAccounts()[0]!.id}/health`)).body).toEqual(healthBefore)
  })
})
