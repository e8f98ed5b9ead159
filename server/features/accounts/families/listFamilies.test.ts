import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listFamilies', () => {
  it('returns all families by name, with tower, owners and counts', async () => {
    const response = await app.as(app.persona('Tomasz').id).get('/families')
    expect([response.status, response.body.length]).toEqual([200, app.company.families.length])
    const checkout = response.body.find((family: { name: string }) => family.name === 'Checkout')
    expect(checkout).toMatchObject({
      tower: { name: 'Commerce' },
      counts: { accounts: app.company.accounts.filter((account) => account.familyId === checkout.id).length },
      can: {
        update: expect.any(String),
        delete: expect.any(String),
        follow: expect.any(String),
      },
    })
    expect(checkout.owners.map((owner: { displayName: string }) => owner.displayName)).toContain('Ravi Deshmukh')
  })

  roleSuite(
    'listFamilies',
    () => app,
    () => ({ path: '/families' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Tomasz').id).get('/families?towerId=1')).status).toBe(400)
  })
})
