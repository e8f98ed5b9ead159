import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => new Date(Date.now() + laterMs) })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const mine = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n: number) => `/accounts/${mine()[n]!.id}/health/refresh`
const daniel = () => app.as(app.persona('Daniel').id)
const aMinuteLater = () => {
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
    const scope = `/subscriptions/${mine()[0]!.subscriptionId}`
    const { arm } = app.context.clients
    const first = (await daniel().post(path(0))).body
    expect(partOf(first, 'tags')).toMatchObject({ points: 8, state: 'good' })
    await arm.changeTags(scope, 'Replace', { owner: 'nobody' })
    aMinuteLater()
    const worse = (await daniel().post(path(0))).body
    expect(partOf(worse, 'tags')).toMatchObject({ points: 0, state: 'bad', why: expect.stringContaining('5 are missing') })
    expect(worse.score).toBe(first.score - 8)
    await arm.mergeTags(scope, { costCentre: 'CC-1', environment: 'x', criticality: 'x', dataClassification: 'x', managedBy: 'slipway' })
    aMinuteLater()
    const better = (await daniel().post(path(0))).body
    expect(better.score).toBe(first.score)
    expect((await daniel().get(`/accounts/${mine()[0]!.id}`)).body.health).toBe(first.score)
  })

  it('reads the cloud at most once in ten seconds', async () => {
    const before = (await daniel().post(path(1))).body
    await app.quiet()
    const repeated = (await daniel().post(path(1))).body
    expect(repeated.checkedAt).toBe(before.checkedAt)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  it('keeps the last value of a part that fails, or unknown if there was none', async () => {
    const before = (await daniel().post(path(2))).body
    aMinuteLater()
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.Consumption/budgets',
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    expect(partOf((await daniel().post(path(2))).body, 'budget')).toEqual(partOf(before, 'budget'))
    expect(partOf((await daniel().post(path(3))).body, 'budget')).toMatchObject({
      points: 0,
      state: 'unknown',
      why: expect.stringMatching(/^Couldn’t reach Azure/),
    })
  })

  roleSuite(
    'refreshAccountHealth',
    () => app,
    () => ({ path: path(0) }),
  )

  it('denies an auditor and a stranger, without calling the cloud', async () => {
    await app.quiet()
    expect((await app.as(app.persona('Grace').id).post(path(0))).status).toBe(403)
    expect((await app.as(app.persona('Tomasz').id).post(path(0))).status).toBe(403)
    // The directory was read only for the roles of the auditor.
    expect(app.simulator.exchanges.list().filter(({ service }) => service === 'arm')).toEqual([])
  })

  it('returns 502 and keeps the known values when the cloud does not respond', async () => {
    aMinuteLater()
    const before = (await daniel().get(`/accounts/${mine()[0]!.id}/health`)).body
    app.simulator.faults.add({ service: 'arm', action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } })
    const answer = await daniel().post(path(0))
    expect([answer.status, answer.body.code]).toEqual([502, 'outsideFailed'])
    expect((await daniel().get(`/accounts/${mine()[0]!.id}/health`)).body).toEqual(before)
  })
})
