import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = '/admin/sessions/endAll'

describe('endAllSessions', () => {
  it('ends all sessions except the caller’s current one', async () => {
    const [priya, ravi, niamh] = ['Priya', 'Ravi', 'Niamh'].map((name) => app.as(app.persona(name).id))
    const otherCaller = app.as(app.persona('Niamh').id)
    for (const caller of [priya!, ravi!, otherCaller]) await caller.get('/me')
    const response = await niamh!.post(path, { reason: 'A key of the identity provider was stolen.' })
    expect(response).toMatchObject({ status: 200, body: { ended: 3 } })
    for (const caller of [priya!, ravi!, otherCaller]) expect((await caller.get('/me/sessions')).status).toBe(401)
    expect((await niamh!.get('/me/sessions')).body).toHaveLength(1)
  })

  it('denies a session without a recent step-up sign-in, and doesn’t end sessions', async () => {
    const priya = app.as(app.persona('Priya').id)
    await priya.get('/me')
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    expect(await weakCaller.post(path, { reason: 'Trying.' })).toMatchObject({ status: 401, body: { code: 'stepUpNeeded' } })
    expect((await priya.get('/me/sessions')).status).toBe(200)
  })
  roleSuite(
    'endAllSessions',
    () => app,
    () => ({ path, body: { reason: 'Trying.' } }),
  )
})
