import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, freeNumbers, rolloutOf } from '../server/features/services/edge/edge.fixture.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { until } from '../test/until.ts'
import { seed } from './seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 20
  await seed(app.databaseUrl, { issuer: app.config.oidc.issuer, company: app.company, demonstration: true })
})
afterAll(() => app.close())

describe('the sample rollouts', () => {
  it('includes a completed and a halted rollout whose stores each have an account and range', async () => {
    const { items } = (await administrator(app).get('/edge/rollouts')).body
    expect(items).toMatchObject([
      {
        reference: 'EDGE-0002',
        status: 'halted',
        counts: { total: 120, completed: 34, ready: 31, failed: 3, planned: 52 },
        currentWave: 4,
      },
      { reference: 'EDGE-0001', status: 'completed', counts: { total: 100, completed: 100 } },
    ])
    const { rows } = await sql`select 1 from edge_rollout_stores s left join accounts a on a.id = s.account_id and a.name = s.account_name
      where a.id is null`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('leaves other stores and ranges free, and continues after a resume', async () => {
    const id = (await administrator(app).get('/edge/rollouts?filter=status==halted')).body.items[0].id
    const [firstId = ''] = freeNumbers(app, 1, 60)
    const dryRunResponse = await administrator(app).post('/edge/newStores', {
      name: 'More',
      dryRun: true,
      stores: [{ storeNumber: firstId }],
    })
    expect(dryRunResponse.body.lines[0].ok).toBe(true)
    expect((await administrator(app).post(`/edge/rollouts/${id}/resume`, { failed: 'retry' })).status).toBe(200)
    await until(async () => (await rolloutOf(app, id)).waves[3].status === 'done')
    expect((await rolloutOf(app, id)).waves[3].counts).toMatchObject({ total: 20, ready: 20 })
  })
})
