import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listMySessions', () => {
  it('shows only the caller’s sessions, and marks the current one', async () => {
    const [currentCaller, otherCaller] = [app.as(app.persona('Priya').id), app.as(app.persona('Priya').id, [], { strong: false })]
    await app.as(app.persona('Ravi').id).get('/me')
    expect((await otherCaller.get('/me/sessions')).status).toBe(200)
    const { body } = await currentCaller.get('/me/sessions')
    expect(body).toHaveLength(2)
    expect(body.filter(({ current }: { current: boolean }) => current)).toMatchObject([{ browser: 'test', strong: true }])
    expect(body.map(({ strong }: { strong: boolean }) => strong).sort()).toEqual([false, true])
    expect(JSON.stringify(body)).not.toMatch(/token/i)
  })

  roleSuite(
    'listMySessions',
    () => app,
    () => ({ path: '/me/sessions' }),
  )
})
