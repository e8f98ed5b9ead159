import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('endMySession', () => {
  it('ends only that session, immediately', async () => {
    const [currentCaller, otherCaller] = [app.as(app.persona('Priya').id), app.as(app.persona('Priya').id)]
    await otherCaller.get('/me')
    const otherSession = (await currentCaller.get('/me/sessions')).body.find(({ current }: { current: boolean }) => !current)
    expect((await currentCaller.delete(`/me/sessions/${otherSession.id}`)).status).toBe(204)
    expect((await otherCaller.get('/me/sessions')).status).toBe(401)
    expect((await currentCaller.get('/me/sessions')).body).toHaveLength(1)
    expect((await currentCaller.delete(`/me/sessions/${otherSession.id}`)).status).toBe(404)
  })

  it('returns 404 for the session of another person', async () => {
    const ravi = app.as(app.persona('Ravi').id)
    const [otherSession] = (await ravi.get('/me/sessions')).body
    expect((await app.as(app.persona('Niamh').id).delete(`/me/sessions/${otherSession.id}`)).status).toBe(404)
    expect((await ravi.get('/me')).status).toBe(200)
  })
  roleSuite(
    'endMySession',
    () => app,
    () => ({ path: '/me/sessions/00000000-0000-7000-8000-000000000001' }),
  )
})
