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
  it('shows everybody the public face', async () => {
    const answer = await app.as(app.persona('Tomasz').id).get(`/accounts/${mine().id}`)
    expect(answer.body).toMatchObject({
      name: mine().name,
      kind: 'cloud',
      status: 'active',
      subscriptionId: mine().subscriptionId,
      managementGroup: mine().managementGroupId,
      criticality: mine().criticality,
      catalogueItems: expect.arrayContaining([{ id: mine().catalogueItemIds[0], name: expect.any(String) }]),
      can: { seeAll: 'Only owners, administrators and auditors can see this.', delete: expect.any(String) },
    })
    for (const secret of ['budget', 'tags', 'network']) expect(answer.body).not.toHaveProperty(secret)
  })

  it('shows its owner all of it', async () => {
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

  it('fails when there is none', async () => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${nothing}`)).body.code).toBe('notFound')
  })
})
