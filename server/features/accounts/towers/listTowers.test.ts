import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listTowers', () => {
  it('returns all towers by name, with people, counts and the caller’s actions', async () => {
    const response = await app.as(app.persona('Tomasz').id).get('/towers')
    expect(response.status).toBe(200)
    const names = response.body.map((tower: { name: string }) => tower.name)
    expect(names).toEqual(app.company.towers.map((tower) => tower.name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    const commerce = response.body.find((tower: { name: string }) => tower.name === 'Commerce')
    const inCommerce = (item: { towerId: string }) => item.towerId === commerce.id
    expect(commerce.counts).toEqual({
      families: app.company.families.filter(inCommerce).length,
      accounts: app.company.accounts.filter(inCommerce).length,
    })
    expect(commerce.can).toEqual({
      update: expect.any(String),
      delete: expect.any(String),
      follow: expect.any(String),
    })
  })

  roleSuite(
    'listTowers',
    () => app,
    () => ({ path: '/towers' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/towers?owner=1')).status).toBe(400)
  })
})
