import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const withdrawn = () => app.company.catalogue.find((item) => !item.enabled)!

describe('getCatalogueItem', () => {
  it('shows all people every item, even a withdrawn one, with their allowed actions', async () => {
    const response = await app.as(app.persona('Tomasz').id).get(`/catalogue/${withdrawn().id}`)
    expect([response.status, response.headers.etag]).toEqual([200, expect.stringMatching(/^"1\./)])
    expect(response.body).toMatchObject({
      name: withdrawn().name,
      enabled: false,
      inputs: withdrawn().inputs,
      can: { edit: expect.any(String) },
    })
    expect((await app.as(app.persona('Niamh').id).get(`/catalogue/${withdrawn().id}`)).body.can).toEqual({
      edit: true,
      delete: true,
      follow: true,
    })
  })

  roleSuite(
    'getCatalogueItem',
    () => app,
    () => ({ path: `/catalogue/${withdrawn().id}` }),
  )

  it('returns 404 for an unknown item', async () => {
    const response = await app.as(app.persona('Tomasz').id).get('/catalogue/00000000-0000-4000-8000-000000000000')
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })
})
