import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeDirectory } from '../../../../sample/edgeStores.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { endWave, freeNumbers, launch, rolloutOf, setStores } from './edge.fixture.ts'

let app: TestApp
let numbers: string[]
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  numbers = freeNumbers(app, 10)
  id = await launch(app, 'Summer tills', numbers, { waveSize: 5, haltAfterPercent: 40 })
})
afterAll(() => app.close())

describe('getEdgeRollout', () => {
  it('shows waves, regions and the caller’s actions', async () => {
    const body = await rolloutOf(app, id)
    expect(body).toMatchObject({ name: 'Summer tills', status: 'running', haltAfterFailures: null, haltAfterPercent: 40, halted: null })
    expect(body.waves).toMatchObject([
      { number: 1, status: 'running', counts: { total: 5, queued: 5 }, step: expect.any(String), attempt: 1 },
      { number: 2, status: 'planned', counts: { total: 5, planned: 5 }, step: null, attempt: 0 },
    ])
    const regions = storeDirectory(app.company.accounts).filter(({ number }) => numbers.includes(number))
    const expected = Object.entries(Object.groupBy(regions, ({ region }) => region)).map(([region, stores]) => [region, stores.length])
    expect(body.regions.map((each: { region: string; counts: { total: number } }) => [each.region, each.counts.total])).toEqual(
      expected.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    expect(body.can).toEqual({ resume: expect.any(String), halt: true, cancel: true, follow: true })
  })

  it('shows why the rollout is halted and why stores failed', async () => {
    await setStores(app, id, numbers.slice(0, 2), 'failed', 'Azure has no capacity.')
    await endWave(app, id, 'halted')
    const body = await rolloutOf(app, id)
    expect(body.halted).toMatchObject({
      reason: '3 stores of wave 1 failed.',
      by: null,
      failures: [{ reason: 'Azure has no capacity.', stores: 2 }],
    })
    expect(body.can).toEqual({ resume: true, halt: expect.any(String), cancel: true, follow: true })
    const priya = (await app.as(app.persona('Priya').id).get(`/edge/rollouts/${id}`)).body
    expect(priya.can.resume).toEqual(expect.any(String))
  })

  roleSuite(
    'getEdgeRollout',
    () => app,
    () => ({ path: `/edge/rollouts/${id}` }),
  )

  it('returns 404 for an unknown rollout', async () => {
    expect((await rolloutOf(app, '0197f0e0-0000-7000-8000-000000000000')).code).toBe('notFound')
  })
})
