import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { requestAccess } from '../server/features/access/assignments/access.fixture.ts'
import { syncRoleDefinitions } from '../server/features/access/groups/syncRoleDefinitions.ts'
import { activateRole } from '../server/features/access/pim/pim.fixture.ts'
import { accountOf, groupRow, newGroup, roleIds } from '../server/features/accounts/groups/groups.fixture.ts'
import { startTestApp, type TestApp } from './app.ts'
import { newRequest } from './newRequest.ts'

/** A role’s actions decide whether it is privileged, never its name (docs/decisions/0032). */

let app: TestApp
const undo: (() => unknown)[] = []
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const factsOf = async (subjectId: string) =>
  (await app.db.selectFrom('approvals').select('facts').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()).facts

function azureDefines(...roles: { id: string; name: string; actions: string[] }[]): void {
  const value = roles.map(({ id, name, actions }) => ({
    id: `/providers/Microsoft.Authorization/roleDefinitions/${id}`,
    name: id,
    type: 'Microsoft.Authorization/roleDefinitions',
    properties: {
      roleName: name,
      type: 'CustomRole',
      description: '',
      assignableScopes: ['/'],
      permissions: [{ actions, notActions: [] }],
    },
  }))
  const fault = app.simulator.faults.add({
    service: 'arm',
    method: 'GET',
    path: '/roleDefinitions',
    action: { kind: 'status', status: 200, body: { value } },
  })
  undo.push(() => app.simulator.faults.remove(fault))
}
const friendlyRole = (id: string) => ({ id, name: 'Friendly helper', actions: ['*/read', 'Microsoft.Authorization/roleAssignments/write'] })

describe('groups with a privileged role', () => {
  it('makes access requests privileged by the role’s permissions in Azure, even before they are read', async () => {
    const group = await groupRow(app, `az-${accountOf(app, 0).name}-readers`)
    const id = group.roles[0]!.roleDefinitionId
    const loadFactsWhen = async (isPrivileged: boolean | null, n: number) => {
      await app.db.updateTable('role_abilities').set({ privileged: isPrivileged }).where('role_definition_id', '=', id).execute()
      return factsOf((await requestAccess(app, accountOf(app, n))).body.id)
    }
    expect(await loadFactsWhen(false, 0)).toMatchObject({ request: { privileged: false } })
    expect(await loadFactsWhen(true, 1)).toMatchObject({ request: { privileged: true } })
    expect(await loadFactsWhen(null, 2)).toMatchObject({ request: { privileged: true } })
    await app.db.updateTable('role_abilities').set({ synced_at: null }).where('role_definition_id', '=', id).execute()
    azureDefines(friendlyRole(id))
    await syncRoleDefinitions(app.context)
    const roleRows = await app.db.selectFrom('role_abilities').selectAll().where('role_definition_id', '=', id).executeTakeFirstOrThrow()
    expect(roleRows).toMatchObject({ privileged: true, role_name: 'Friendly helper' })
  })

  it('rejects a privileged role as an active assignment', async () => {
    azureDefines(friendlyRole(roleIds.reader))
    const response = await as('Daniel').post(`/accounts/${accountOf(app, 3).id}/groups`, newGroup('helpers'))
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'roleDefinitionIds.0' }] } })
    expect(await app.db.selectFrom('access_groups').select('id').where('name', 'like', '%-helpers').execute()).toEqual([])
  })
})

describe('the activation of a role', () => {
  it.each([
    ['can assign roles', 4, [{ id: roleIds.contributor, name: 'Contributor', actions: ['Microsoft.Authorization/*'] }], true],
    ['is unknown to Azure', 5, [], true],
    ['can’t assign roles', 6, [{ id: roleIds.contributor, name: 'Owner', actions: ['Microsoft.Compute/*'] }], false],
  ])('is privileged or not, if the role %s', async (_, n, roles, isPrivileged) => {
    azureDefines(...roles)
    const response = await activateRole(app, n)
    expect(response.status).toBe(201)
    expect(await factsOf(response.body.id)).toMatchObject({ request: { privileged: isPrivileged } })
  })
})

describe('account requests with access groups', () => {
  it.each([
    ['Owner', true],
    ['Contributor', false],
    ['Virtual Machine Contributor', false],
    ['Key Vault Secrets User', false],
  ])('is privileged or not with a group for %s', async (role, isPrivileged) => {
    const accessGroups = [{ name: 'operators', role, assignment: 'eligible' }]
    const name = `privileged-${role.toLowerCase().replaceAll(' ', '-')}`
    const response = await as('Priya').post('/account-requests', newRequest(app, { name, accessGroups } as never))
    expect(response.status).toBe(201)
    expect(await factsOf(response.body.id)).toMatchObject({ request: { privileged: isPrivileged } })
  })
})
