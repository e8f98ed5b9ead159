import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allActionsLabels } from '../../accounts/groups/roleLabels.ts'
import { roleIds } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const role = (givenName: string, id: string) => app.as(app.persona(givenName).id).get(`/pim/role?roleDefinitionId=${id}`)

describe('getPimRole', () => {
  it('shows the role’s permissions, and the accounts and rules of the eligible person', async () => {
    const { body } = await role('Daniel', roleIds.contributor)
    expect(body).toMatchObject({
      name: 'Contributor',
      kind: 'builtIn',
      allowedActions: [allActionsLabels.withoutAccess],
      grantsAccess: false,
    })
    expect(body.eligible.length).toBeGreaterThan(5)
    expect(body.eligible[0]).toMatchObject({ name: 'Contributor', account: { name: expect.any(String) }, maxMinutes: 480 })
  })

  it('accepts the full ID that Azure uses', async () => {
    const id = `/providers/Microsoft.Authorization/roleDefinitions/${roleIds.reader}`
    const { subscriptionId } = app.company.accounts[0]!
    for (const fullName of [id, `/subscriptions/${subscriptionId}${id}`, `/subscriptions/${subscriptionId}/resourceGroups/rg-a(1)${id}`])
      expect(await role('Priya', encodeURIComponent(fullName))).toMatchObject({ status: 200, body: { roleDefinitionId: roleIds.reader } })
    for (const otherId of [`/subscriptions/${subscriptionId}/${roleIds.reader}`, `${id}/`, `/x?y${id}`, `${'/a'.repeat(300)}${id}`])
      expect((await role('Priya', encodeURIComponent(otherId))).status).toBe(400)
  })

  it('accepts the ID in any case, and doesn’t return accounts to people who aren’t eligible', async () => {
    expect((await role('Priya', roleIds.reader.toUpperCase())).body).toMatchObject({ name: 'Reader', eligible: [] })
  })

  roleSuite(
    'getPimRole',
    () => app,
    () => ({ path: `/pim/role?roleDefinitionId=${roleIds.reader}` }),
  )

  it('returns 404 for an unknown role, and 400 without a valid ID', async () => {
    expect((await role('Daniel', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await role('Daniel', 'Contributor')).status).toBe(400)
    expect((await app.as(app.persona('Daniel').id).get('/pim/role')).status).toBe(400)
  })
})
