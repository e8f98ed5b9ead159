import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getTowerByName', () => {
  it.each(['Commerce', 'commerce', 'COMMERCE', '%20Commerce%20', '%43ommerce'])('finds %s', async (name) => {
    const response = await app.as(app.persona('Tomasz').id).get(`/towers/ByName/${name}`)
    expect([response.status, response.body.name]).toEqual([200, 'Commerce'])
  })

  it('finds a name in any Unicode form of its accents', async () => {
    const admin = app.as(app.persona('Niamh').id)
    await admin.post('/towers', { name: 'Zürich', code: 'ZRH', leadIds: [app.persona('Margaret').id] })
    const response = await admin.get(`/towers/ByName/${encodeURIComponent('ZU\u0308RICH')}`)
    expect([response.status, response.body.code]).toEqual([200, 'ZRH'])
  })

  roleSuite(
    'getTowerByName',
    () => app,
    () => ({ path: '/towers/ByName/Commerce' }),
  )

  it.each(['Nowhere', '%20', 'Commerce%25', '..%2fCommerce'])('returns 404 for %s', async (name) => {
    expect((await app.as(app.persona('Tomasz').id).get(`/towers/ByName/${name}`)).status).toBe(404)
  })

  it('rejects a name that a tower can’t have', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/towers/ByName/a%00b')).status).toBe(400)
  })
})
