import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getMaintenance', () => {
  it('reports that maintenance is off', async () => {
    const { body } = await app.as(app.persona('Tomasz').id).get('/maintenance')
    expect(body).toEqual({
      mode: 'off',
      message: '',
      startsAt: null,
      until: null,
      pauseWork: false,
      state: 'none',
      pausedAfterRestore: false,
    })
  })

  roleSuite(
    'getMaintenance',
    () => app,
    () => ({ path: '/maintenance' }),
  )
})
