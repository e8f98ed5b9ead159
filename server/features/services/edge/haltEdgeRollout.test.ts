import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, freeNumbers, launch, rolloutOf } from './edge.fixture.ts'

let app: TestApp
let id: string
const body = { reason: 'The tills were delivered late.' }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = await launch(app, 'Summer tills', freeNumbers(app, 3))
})
afterAll(() => app.close())

const path = () => `/edge/rollouts/${id}/halt`

describe('haltEdgeRollout', () => {
  roleSuite(
    'haltEdgeRollout',
    () => app,
    () => ({ path: path(), body }),
  )

  it('halts the rollout, records the person and the reason, and notifies the owners of its accounts', async () => {
    const response = await administrator(app).post(path(), body)
    expect(response).toMatchObject({
      status: 200,
      body: {
        status: 'halted',
        halted: {
          reason: expect.stringMatching(/^Niamh Brennan .*: The tills were delivered late\.$/),
          by: { displayName: 'Niamh Brennan' },
        },
      },
    })
    expect(response.body.can.resume).toContain('still finishing')
    const notifications = await app.db.selectFrom('notifications').select('person_id').where('kind', '=', 'edgeHalted').execute()
    expect(notifications.length).toBe((await rolloutOf(app, id)).owners.length)
  })

  it('rejects a halted rollout, a missing reason, and an old version', async () => {
    expect(await administrator(app).post(path(), body)).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    expect((await administrator(app).post(path(), {})).status).toBe(400)
    const otherId = await launch(app, 'Autumn tills', freeNumbers(app, 1, 5))
    expect((await administrator(app).post(`/edge/rollouts/${otherId}/halt`, body, { 'if-match': '"7"' })).status).toBe(412)
  })
})
