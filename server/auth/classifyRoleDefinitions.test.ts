import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '../../simulator/arm/builtInRoles.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { anyPrivileged, isPrivileged, matchesAction } from './classifyRoleDefinitions.ts'

describe('matchesAction', () => {
  it.each([
    ['*', 'Microsoft.Authorization/roleAssignments/write', true],
    ['*/write', 'Microsoft.Authorization/roleAssignments/write', true],
    ['*/read', 'Microsoft.Authorization/roleAssignments/write', false],
    ['MICROSOFT.AUTHORIZATION/*', 'Microsoft.Authorization/roleAssignments/write', true],
    ['Microsoft.Authorization/*/write', 'Microsoft.Authorization/roleAssignments/write', true],
    ['Microsoft.Authorization/*/Write', 'Microsoft.Authorization/write', false],
    ['Microsoft.*/role*/write', 'Microsoft.Authorization/roleAssignments/write', true],
    ['Microsoft.Authorization/roleAssignments/write', 'Microsoft.Authorization/roleAssignments/write', true],
    ['Microsoft.Authorization/roleAssignments', 'Microsoft.Authorization/roleAssignments/write', false],
    ['*Assignments/write*write', 'Microsoft.Authorization/roleAssignments/write', false],
    ['Microsoft.*/locks*/write', 'Microsoft.Authorization/roleAssignments/write', false],
    ['*Microsoft.Authorization*/write', 'Microsoft.Authorization/roleAssignments/write', true],
    ['Microsoft.Authorization/*roleAssignments/write', 'Microsoft.Authorization/roleAssignments/write', true],
  ])('returns whether %s includes %s', (pattern, action, expected) => {
    expect(matchesAction(pattern, action)).toBe(expected)
  })
})

describe('isPrivileged', () => {
  it.each([
    [['Microsoft.Authorization/roleAssignments/write']],
    [['Microsoft.Authorization/roleDefinitions/write']],
    [['microsoft.authorization/ROLEASSIGNMENTS/*']],
    [['Microsoft.Authorization/roleAssignmentScheduleRequests/write']],
    [['Microsoft.Authorization/roleEligibilityScheduleRequests/write']],
    [['Microsoft.Authorization/roleManagementPolicies/write']],
    [['Microsoft.Authorization/elevateAccess/action']],
    [['Microsoft.Authorization/policyExemptions/*']],
    [['Microsoft.Authorization/policyAssignments/write']],
    [['Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write']],
    [['Microsoft.ManagedIdentity/*']],
    [['Microsoft.KeyVault/vaults/*']],
    [['*']],
    [['*/write']],
    [['*/action']],
    [['Microsoft.*']],
  ])('returns true for a role with %j', (actions) => {
    expect(isPrivileged([{ actions }])).toBe(true)
    expect(isPrivileged([{ actions: ['*/read'] }, { actions }])).toBe(true)
  })

  it.each([
    [{ actions: ['*/read'] }],
    [{ actions: ['Microsoft.Authorization/*/read', 'Microsoft.Compute/*'] }],
    [
      {
        actions: ['Microsoft.Authorization/*'],
        notActions: ['Microsoft.Authorization/*/write', 'Microsoft.Authorization/*/delete', '*/action'],
      },
    ],
    [{ actions: ['Microsoft.ManagedIdentity/*'], notActions: ['Microsoft.ManagedIdentity/*/federatedIdentityCredentials/*'] }],
    [{ dataActions: ['Microsoft.KeyVault/vaults/secrets/*'] }],
    [{}],
  ])('returns false for a role with %j', (permissions) => {
    expect(isPrivileged([permissions])).toBe(false)
  })

  it('evaluates each permission set of a role separately, because another set can grant an excluded permission', () => {
    const contributor = {
      actions: ['*'],
      notActions: ['Microsoft.Authorization/*/Write', '*/Delete', '*/elevateAccess/Action'],
    }
    expect(isPrivileged([contributor])).toBe(false)
    expect(isPrivileged([contributor, { actions: ['Microsoft.Authorization/roleAssignments/write'] }])).toBe(true)
    expect(isPrivileged([{ actions: ['*'], notActions: ['Microsoft.Authorization/roleAssignments/write'] }])).toBe(true)
  })

  it('returns true for a role without known permissions', () => {
    expect(isPrivileged(undefined)).toBe(true)
  })

  it('classifies Azure’s built-in roles as Azure does', () => {
    const privileged = builtInRoles.filter((role) => isPrivileged([role])).map(({ name }) => name)
    expect(privileged.sort()).toEqual(['Owner', 'Role Based Access Control Administrator', 'User Access Administrator'])
  })
})

describe('anyPrivileged', () => {
  let database: TestDatabase
  let open: OpenDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    open = openDatabase(database.url, { max: 2 })
    await open.db
      .insertInto('role_abilities')
      .values(
        ([null, false, false, true] as const).map((privileged, n) => ({
          role_definition_id: `role-${n}`,
          role_name: `Role ${n}`,
          scope: '/subscriptions/x',
          privileged,
        })),
      )
      .execute()
  })
  afterAll(async () => {
    await open.close()
    await database.drop()
  })

  it.each([
    ['none', [], false],
    ['harmless ones, in any casing', ['role-1', 'ROLE-2', 'Role-1'], false],
    ['one that is privileged among them', ['role-1', 'role-2', 'role-3'], true],
    ['one that was not learned yet', ['role-0'], true],
    ['an unknown role', ['role-1', 'role-9'], true],
  ])('returns whether any role is privileged: %s', async (_title, ids, expected) => {
    expect(
      await anyPrivileged(
        open.db,
        ids.map((roleDefinitionId) => ({ roleDefinitionId })),
      ),
    ).toBe(expected)
  })
})
