import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allActionsLabels, roleAbilities } from './roleLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccount = (n: number) => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))[n]!
const path = (n: number) => `/accounts/${ownAccount(n).id}/roleDefinitions`

const abilitiesOf = (permissions: object) => roleAbilities({ properties: { roleName: '', permissions: [permissions] } })

describe('listRoleDefinitions', () => {
  it('returns Azure’s roles and the account’s own role, with their permissions', async () => {
    const response = await app.as(app.persona('Daniel').id).get(path(0))
    expect(response.status).toBe(200)
    const byName = new Map(response.body.items.map((role: { name: string }) => [role.name, role]))
    expect(byName.get('Owner')).toMatchObject({
      kind: 'builtIn',
      grantsAccess: true,
      allowedActions: [allActionsLabels.withAccess],
    })
    expect(byName.get('Contributor')).toMatchObject({ grantsAccess: false, allowedActions: [allActionsLabels.withoutAccess] })
    expect(byName.get('User Access Administrator')).toMatchObject({ grantsAccess: true })
    expect(byName.get('Role Based Access Control Administrator')).toMatchObject({ grantsAccess: true })
    const secretsUser = response.body.items.find(({ id }: { id: string }) => id === '4633458b-17de-408a-b874-0445c86b69e6')
    expect(secretsUser).toMatchObject({
      allowedActions: abilitiesOf({ dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'] }),
    })
    expect(byName.get('Storage Blob Data Contributor')).toMatchObject({
      allowedActions: abilitiesOf({ actions: ['Microsoft.Storage/*'], dataActions: ['Microsoft.Storage/storageAccounts/write'] }),
    })
    expect(byName.get(`${ownAccount(0).name} Release Operator`)).toMatchObject({
      kind: 'custom',
      allowedActions: abilitiesOf({ actions: ['*/read', 'Microsoft.Web/sites/restart/action', 'Microsoft.Resources/deployments/*'] }),
    })
    const names = [...byName.keys()] as string[]
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
  })

  it('caches the roles for a minute', async () => {
    const caller = app.as(app.persona('Daniel').id)
    const firstResponse = await caller.get(path(1))
    expect((await caller.get(path(1))).body.fetchedAt).toBe(firstResponse.body.fetchedAt)
  })

  roleSuite(
    'listRoleDefinitions',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/accounts/00000000-0000-4000-8000-000000000000/roleDefinitions')).status).toBe(404)
  })

  it('returns 502 when Azure fails', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', action })
    expect((await app.as(app.persona('Niamh').id).get(path(2))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})
