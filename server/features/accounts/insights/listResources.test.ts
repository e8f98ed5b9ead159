import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccounts = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n: number) => `/accounts/${ownAccounts()[n]!.id}/resources`

describe('listResources', () => {
  it('returns all resources, or only one type, ignoring case', async () => {
    const owner = app.as(app.persona('Daniel').id)
    const all = (await owner.get(path(0))).body.items
    expect(all.length).toBeGreaterThan(4)
    expect(all[0]).toMatchObject({
      id: expect.stringContaining(ownAccounts()[0]!.subscriptionId),
      resourceGroup: expect.any(String),
      tags: {},
    })
    const { type } = all[0]
    const resourcesOfType = (await owner.get(`${path(0)}?resourceType=${type.toLowerCase()}`)).body.items
    expect(resourcesOfType).toEqual(all.filter((resource: { type: string }) => resource.type === type))
  })

  it('returns each resource once', async () => {
    const admin = app.as(app.persona('Niamh').id)
    for (const { id } of app.company.accounts.slice(0, 3)) {
      const { items } = (await admin.get(`/accounts/${id}/resources`)).body
      expect(items.length).toBeGreaterThanOrEqual(5)
      expect(new Set(items.map((item: { id: string }) => item.id)).size).toBe(items.length)
    }
  })

  roleSuite(
    'listResources',
    () => app,
    () => ({ path: path(0) }),
  )

  it('denies people without access, without calling Azure', async () => {
    const countBefore = app.simulator.exchanges.list().length
    await app.as(app.persona('Tomasz').id).get(path(5))
    expect(app.simulator.exchanges.list().length).toBe(countBefore)
  })

  it('returns 404 when the cloud no longer has the subscription', async () => {
    const { id } = ownAccounts()[1]!
    await app.db.updateTable('accounts').set({ subscription_id: '00000000-0000-4000-8000-000000000000' }).where('id', '=', id).execute()
    const response = await app.as(app.persona('Daniel').id).get(path(1))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })

  it.each(['Compute', "a/b'or'1", `a/${'x'.repeat(200)}`])('rejects the type %j', async (type) => {
    const response = await app.as(app.persona('Daniel').id).get(`${path(0)}?resourceType=${encodeURIComponent(type)}`)
    expect([response.status, response.body.errors[0].field]).toEqual([400, 'resourceType'])
  })
})
