import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const mine = () => app.company.accounts.find((account) => account.ownerIds.includes(app.persona('Daniel').id))!
const nothing = '00000000-0000-4000-8000-000000000000'

describe('getAccount', () => {
  it('shows the public fields to every person', async () => {
    const answer = await app.as(app.persona('Tomasz').id).get(`/accounts/${mine().id}`)
    expect(answer.body).toMatchObject({
      name: mine().name,
      kind: 'cloud',
      status: 'active',
      subscriptionId: mine().subscriptionId,
      managementGroup: mine().managementGroupId,
      criticality: mine().criticality,
      catalogueItems: expect.arrayContaining([{ id: mine().catalogueItemIds[0], name: expect.any(String) }]),
      can: { seeAll: expect.any(String), delete: expect.any(String) },
    })
    for (const secret of ['budget', 'tags', 'network']) expect(answer.body).not.toHaveProperty(secret)
  })

  it('shows all fields to an owner', async () => {
    const answer = await app.as(app.persona('Daniel').id).get(`/accounts/${mine().id}`)
    expect(answer.body).toMatchObject({
      budget: mine().budget,
      tags: mine().tags,
      can: { update: true, decommission: true, updateOwners: true },
    })
  })

  roleSuite(
    'getAccount',
    () => app,
    () => ({ path: `/accounts/${mine().id}` }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${nothing}`)).body.code).toBe('notFound')
  })
})
