import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getFamilyByName', () => {
  it.each(['Checkout', 'cHECKOUT', '%20checkout%20'])('finds %s', async (name) => {
    const response = await app.as(app.persona('Tomasz').id).get(`/families/byName/${name}`)
    expect([response.status, response.body.name]).toEqual([200, 'Checkout'])
  })

  roleSuite(
    'getFamilyByName',
    () => app,
    () => ({ path: '/families/byName/Checkout' }),
  )

  it('returns 404 for an unknown name', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/families/byName/Check_ut')).status).toBe(404)
  })
})
