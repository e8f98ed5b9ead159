import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listCatalogueItems', () => {
  it('returns enabled items with price, inputs and approvers', async () => {
    const response = await app.as(app.persona('Tomasz').id).get('/catalogue')
    expect(response.status).toBe(200)
    const enabled = app.company.catalogue.filter((item) => item.enabled)
    expect(response.body.map((item: { id: string }) => item.id).sort()).toEqual(enabled.map((item) => item.id).sort())
    const restricted = enabled.find((item) => item.approverIds.length > 0)!
    expect(response.body.find((item: { id: string }) => item.id === restricted.id)).toMatchObject({
      name: restricted.name,
      version: restricted.version,
      category: restricted.category,
      inputs: restricted.inputs,
      monthlyEstimate: restricted.monthlyEstimate,
      documentationUrl: restricted.documentationUrl,
    })
    const approvers = response.body.find((item: { id: string }) => item.id === restricted.id).approvers
    expect(approvers.map((person: { id: string }) => person.id).sort()).toEqual([...restricted.approverIds].sort())
  })

  roleSuite(
    'listCatalogueItems',
    () => app,
    () => ({ path: '/catalogue' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/catalogue?enabled=false')).status).toBe(400)
  })
})
