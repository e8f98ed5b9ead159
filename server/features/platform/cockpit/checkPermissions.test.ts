import { expect, it } from 'vitest'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import { fetchAzureAccess } from './checkPermissions.ts'

const principalId = '44444444-4444-4444-8444-444444444444'
const writes = 'Microsoft.Authorization/roleAssignments/write'

/** The roles that `deploy/azure` creates: one for all actions except one, and one for this action, with a condition. */
const roles = {
  access: { roleName: 'Slipway access', type: 'CustomRole', permissions: [{ actions: [writes] }] },
  main: { roleName: 'Slipway', type: 'CustomRole', permissions: [{ actions: ['*'], notActions: [writes] }] },
}

const arm = {
  listRoleAssignments: async () => [
    { id: '1', name: '1', properties: { principalId, roleDefinitionId: 'access', condition: '((!(ActionMatches…' } },
    { id: '2', name: '2', properties: { principalId, roleDefinitionId: 'main' } },
  ],
  getRoleDefinition: async (_scope: string, id: keyof typeof roles) => ({ id, name: id, properties: roles[id] }),
}

it('marks actions as unverified if their role has a condition, and names the role without a condition', async () => {
  const clients = { arm } as unknown as Pick<Clients, 'arm'>
  const config = { rootManagementGroup: 'root' } as Config
  const { granted, unverified, missing, roleName } = await fetchAzureAccess({ clients, config }, principalId)
  expect({ unverified, missing, roleName }).toEqual({ unverified: [writes], missing: [], roleName: 'Slipway' })
  expect(granted).not.toContain(writes)
})
