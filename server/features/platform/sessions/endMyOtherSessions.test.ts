import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('endMyOtherSessions', () => {
  it('ends all other sessions of the caller', async () => {
    const [currentCaller, ...otherCallers] = [0, 1, 2].map(() => app.as(app.persona('Priya').id))
    for (const otherCaller of otherCallers) await otherCaller.get('/me')
    expect(await currentCaller!.post('/me/sessions/endOthers')).toMatchObject({ status: 200, body: { ended: 2 } })
    for (const otherCaller of otherCallers) expect((await otherCaller.get('/me/sessions')).status).toBe(401)
    expect((await currentCaller!.get('/me/sessions')).body).toMatchObject([{ current: true }])
    expect((await currentCaller!.post('/me/sessions/endOthers')).body).toEqual({ ended: 0 })
  })

  roleSuite(
    'endMyOtherSessions',
    () => app,
    () => ({ path: '/me/sessions/endOthers' }),
  )
})
