import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('getAccount', () => {
  it('shows the public fields to every person', async () => {
    const response = await app.as(app.persona('Tomasz').id).get(`/accounts/${ownAccount().id}`)
    expect(response.body).toMatchObject({
      name: ownAccount().name,
      kind: 'cloud',
      status: 'active',
      subscriptionId: ownAccount().subscriptionId,
      managementGroup: ownAccount().managementGroupId,
      criticality: ownAccount().criticality,
      catalogueItems: expect.arrayContaining([{ id: ownAccount().catalogueItemIds[0], name: expect.any(String) }]),
      can: { seeAll: expect.any(String), delete: expect.any(String) },
    })
    for (const secret of ['budget', 'tags', 'network']) expect(response.body).not.toHaveProperty(secret)
  })

  it('shows all fields to an owner', async () => {
    const response = await app.as(app.persona('Daniel').id).get(`/accounts/${ownAccount().id}`)
    expect(response.body).toMatchObject({
      budget: ownAccount().budget,
      tags: ownAccount().tags,
      can: { update: true, decommission: true, updateOwners: true },
    })
  })

  roleSuite(
    'getAccount',
    () => app,
    () => ({ path: `/accounts/${ownAccount().id}` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${unknownId}`)).body.code).toBe('notFound')
  })
})
