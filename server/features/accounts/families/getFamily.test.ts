import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const checkout = () => app.company.families.find((family) => family.name === 'Checkout')!

describe('getFamily', () => {
  it('returns one family', async () => {
    const response = await app.as(app.persona('Tomasz').id).get(`/families/${checkout().id}`)
    expect([response.status, response.body.name, response.body.tower.name, response.headers.etag]).toEqual([
      200,
      'Checkout',
      'Commerce',
      expect.stringMatching(/^"1\./),
    ])
  })

  roleSuite(
    'getFamily',
    () => app,
    () => ({ path: `/families/${checkout().id}` }),
  )

  it('returns 404 for an unknown ID', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/families/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
