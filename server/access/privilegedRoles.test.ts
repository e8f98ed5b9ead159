import { describe, expect, it } from 'vitest'
import { builtInRoles } from '../../simulator/arm/builtInRoles.ts'
import { covers, isPrivileged } from './privilegedRoles.ts'

describe('covers', () => {
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
  ])('says whether %s takes in %s', (pattern, action, expected) => {
    expect(covers(pattern, action)).toBe(expected)
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
  ])('says yes to a role with %j', (actions) => {
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
  ])('says no to a role with %j', (permissions) => {
    expect(isPrivileged([permissions])).toBe(false)
  })

  it('counts a part of a role for itself: what one leaves out another may grant', () => {
    const contributor = {
      actions: ['*'],
      notActions: ['Microsoft.Authorization/*/Write', '*/Delete', '*/elevateAccess/Action'],
    }
    expect(isPrivileged([contributor])).toBe(false)
    expect(isPrivileged([contributor, { actions: ['Microsoft.Authorization/roleAssignments/write'] }])).toBe(true)
    expect(isPrivileged([{ actions: ['*'], notActions: ['Microsoft.Authorization/roleAssignments/write'] }])).toBe(true)
  })

  it('says yes where nothing is known of a role', () => {
    expect(isPrivileged(undefined)).toBe(true)
  })

  it('divides Azure’s own roles as Azure does', () => {
    const privileged = builtInRoles.filter((role) => isPrivileged([role])).map(({ name }) => name)
    expect(privileged.sort()).toEqual(['Owner', 'Role Based Access Control Administrator', 'User Access Administrator'])
  })
})
