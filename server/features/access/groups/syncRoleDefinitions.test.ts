import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { roleAbilities } from '../../accounts/groups/roleLabels.ts'
import { syncRoleDefinitions } from './syncRoleDefinitions.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const syncRoles = () => syncRoleDefinitions({ ...app.context, now: () => now })
const countRequests = () => app.simulator.exchanges.list().filter(({ path }) => path.includes('/roleDefinitions')).length
const role = (name: string) => app.db.selectFrom('role_abilities').selectAll().where('role_name', '=', name).executeTakeFirstOrThrow()

const abilitiesOf = (permissions: object) => roleAbilities({ properties: { roleName: '', permissions: [permissions] } })

describe('syncRoleDefinitions', () => {
  it('reads all roles of the groups from Azure in one call, once a day', async () => {
    await app.quiet()
    expect(await syncRoles()).toBeGreaterThan(10)
    expect(countRequests()).toBe(1)
    expect(await syncRoles()).toBe(0)
    now = new Date(now.getTime() + 25 * 3_600_000)
    expect(await syncRoles()).toBeGreaterThan(10)
    expect(countRequests()).toBe(2)
    expect(await role('Website Contributor')).toMatchObject({
      allowed_actions: abilitiesOf({ actions: ['Microsoft.Web/sites/*'] }),
      synced_at: now,
      privileged: false,
    })
  })

  it('updates the permissions of groups that have a new role', async () => {
    const { account_id, roles } = await groupRow(app, 'az-checkout-basket-dev-readers')
    const addedRole = {
      roleDefinitionId: '2A2B9908-6EA1-4AE2-8E65-A410DF84E7D1',
      roleName: 'Storage Blob Data Reader',
      scope: roles[0]!.scope,
    }
    const deletedRole = { roleDefinitionId: randomUUID(), roleName: 'Was deleted', scope: roles[0]!.scope }
    await app.db
      .insertInto('access_groups')
      .values({
        id: randomUUID(),
        account_id,
        directory_group_id: randomUUID(),
        name: 'az-checkout-basket-dev-blobs',
        roles: JSON.stringify([{ ...addedRole, roleDefinitionId: addedRole.roleDefinitionId.toLowerCase() }, deletedRole]),
        assignment: 'active',
        max_duration_hours: null,
        status: 'ready',
        created_by: null,
      })
      .execute()
    expect((await groupRow(app, 'az-checkout-basket-dev-blobs')).abilities).toEqual([])
    expect(await syncRoles()).toBe(2)
    const group = await groupRow(app, 'az-checkout-basket-dev-blobs')
    expect(group).toMatchObject({ abilities: ['files.see'], breadth: 6 })
    expect(group.allowed_actions).toEqual(
      expect.arrayContaining(abilitiesOf({ dataActions: ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'] })),
    )
    expect(await syncRoles()).toBe(0)
    expect(await role('Was deleted')).toMatchObject({ privileged: null })
  })

  it('keeps the known roles while Azure does not respond', async () => {
    now = new Date(now.getTime() + 25 * 3_600_000)
    const fault = app.simulator.faults.add({
      service: 'arm',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    await expect(syncRoles()).rejects.toThrow()
    app.simulator.faults.remove(fault)
    expect((await role('Reader')).abilities).toContain('everything.see')
  })
})
