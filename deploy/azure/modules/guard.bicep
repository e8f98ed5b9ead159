// These policies prevent privilege escalation, including by requests of privileged identity management, to which conditions of role
// assignments don't apply. Azure evaluates policies in subscriptions, but not for role assignments of management groups.
targetScope = 'managementGroup'

param name string
param slug string
param principalIds string[]
param ownRoles string[]
param ownAssignments string[]
param vaultRole string
param ungrantableRoles string[]
param grantableRoles string[]

var assignment = 'Microsoft.Authorization/roleAssignments'
var requests = [
  'Microsoft.Authorization/roleAssignmentScheduleRequests'
  'Microsoft.Authorization/roleEligibilityScheduleRequests'
]
var kinds = concat([assignment], requests)
var caller = '[tryGet(requestContext().identity, \'http://schemas.microsoft.com/identity/claims/objectidentifier\')]'
var blockedRoles = concat(ungrantableRoles, ownRoles)
var removals = map(requests, kind => { field: '${kind}/requestType', equals: 'AdminRemove' })
// The next deployment writes Slipway's own assignments again.
var ownAssignment = {
  allOf: [
    { field: 'name', in: ownAssignments }
    { anyOf: map(ownRoles, role => { field: '${assignment}/roleDefinitionId', like: '*/${role}' }) }
  ]
}

var policies = [
  {
    suffix: 'own-roles'
    description: '${name} can’t get roles, except those of deploy/azure.'
    conditions: map(kinds, kind => {
      allOf: [
        { field: 'type', equals: kind }
        { field: '${kind}/principalId', in: principalIds }
      ]
    })
    exceptions: concat([ownAssignment, { field: '${assignment}/roleDefinitionId', like: '*/${vaultRole}' }], removals)
  }
  {
    suffix: 'grants'
    description: '${name} can’t grant roles that can grant access.'
    conditions: map(kinds, kind => {
      allOf: [
        { field: 'type', equals: kind }
        { value: caller, in: principalIds }
        empty(grantableRoles)
          ? { anyOf: map(blockedRoles, role => { field: '${kind}/roleDefinitionId', like: '*/${role}' }) }
          : { allOf: map(grantableRoles, role => { field: '${kind}/roleDefinitionId', notLike: '*/${role}' }) }
      ]
    })
    exceptions: removals
  }
]

resource definitions 'Microsoft.Authorization/policyDefinitions@2023-04-01' = [
  for policy in policies: {
    name: '${slug}-${policy.suffix}'
    properties: {
      displayName: '${name}: ${policy.suffix}'
      description: policy.description
      policyType: 'Custom'
      mode: 'All'
      policyRule: {
        if: {
          allOf: [
            { anyOf: policy.conditions }
            { not: { anyOf: policy.exceptions } }
          ]
        }
        then: { effect: 'deny' }
      }
    }
  }
]

resource assignments 'Microsoft.Authorization/policyAssignments@2023-04-01' = [
  for (policy, index) in policies: {
    name: '${slug}-${policy.suffix}'
    properties: {
      displayName: '${name}: ${policy.suffix}'
      description: policy.description
      policyDefinitionId: definitions[index].id
      nonComplianceMessages: [{ message: policy.description }]
    }
  }
]
