// This module defines Slipway's custom roles at the root management group and assigns them. Roles with data actions can't be assigned at a
// management group, so the role for secrets is assigned at each vault.
targetScope = 'managementGroup'

param name string
param principalId string
param actions string[]
param conditionalActions string[]
param secretsDataActions string[]
param ungrantableRoles string[]
param grantableRoles string[]

var root = managementGroup().id
var mainRoleName = guid(root, name)
var accessRoleName = guid(root, name, 'access')
var secretsRoleName = guid(root, name, 'secrets')
var mainAssignmentName = guid(root, mainRoleName, principalId)
var accessAssignmentName = guid(root, accessRoleName, principalId)

var requestedRole = '@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId]'
var requestedPrincipal = '@Request[Microsoft.Authorization/roleAssignments:PrincipalId]'
var ungrantable = join(concat(ungrantableRoles, [mainRoleName, accessRoleName]), ', ')
var roleRule = empty(grantableRoles)
  ? '${requestedRole} ForAnyOfAllValues:GuidNotEquals {${ungrantable}}'
  : '${requestedRole} ForAnyOfAnyValues:GuidEquals {${join(grantableRoles, ', ')}}'
var principalRule = '${requestedPrincipal} ForAnyOfAnyValues:GuidNotEquals {${principalId}}'
var writes = 'ActionMatches{\'Microsoft.Authorization/roleAssignments/write\'}'

resource mainRole 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: mainRoleName
  properties: {
    roleName: name
    description: 'Permissions of ${name}'
    type: 'CustomRole'
    permissions: [{ actions: actions }]
    assignableScopes: [root]
  }
}

// This role is separate, because Slipway doctor can't evaluate the condition of its assignment.
resource accessRole 'Microsoft.Authorization/roleDefinitions@2022-04-01' = if (!empty(conditionalActions)) {
  name: accessRoleName
  properties: {
    roleName: '${name} access'
    description: 'Role assignments by ${name}. Assign this role only with a condition.'
    type: 'CustomRole'
    permissions: [{ actions: conditionalActions }]
    assignableScopes: [root]
  }
}

resource secretsRole 'Microsoft.Authorization/roleDefinitions@2022-04-01' = if (!empty(secretsDataActions)) {
  name: secretsRoleName
  properties: {
    roleName: '${name} secrets'
    description: 'Permissions of ${name} in vaults'
    type: 'CustomRole'
    permissions: [{ dataActions: secretsDataActions }]
    assignableScopes: [root]
  }
}

resource mainAssignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: mainAssignmentName
  properties: {
    roleDefinitionId: mainRole.id
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// Slipway can delete every role assignment, because a decommission removes all access, so only writes have a condition.
resource accessAssignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(conditionalActions)) {
  name: accessAssignmentName
  properties: {
    roleDefinitionId: accessRole.id
    principalId: principalId
    principalType: 'ServicePrincipal'
    conditionVersion: '2.0'
    condition: '((!(${writes})) OR (${roleRule} AND ${principalRule}))'
  }
}

output roleNames string[] = [mainRoleName, accessRoleName]
output secretsRoleName string = secretsRoleName
output assignmentNames string[] = [mainAssignmentName, accessAssignmentName]
