// These files create Slipway's identities with their permissions in Azure and Microsoft Graph, as docs/azure-setup.md explains.
targetScope = 'managementGroup'

// The main file declares the extension too, because its modules use it.
extension microsoftGraphV1

@description('Name of the app registration, the managed identity and the custom roles. A second installation in the tenant needs a different name.')
@minLength(3)
@maxLength(12)
param name string = 'Slipway'

@description('SLIPWAY_PUBLIC_URL, without a slash at the end.')
param publicUrl string

@description('SLIPWAY_ROOT_MANAGEMENT_GROUP: the management group above all accounts. Slipway gets its roles here.')
param rootManagementGroup string

@description('Subscription of the managed identity. Use one outside of the root management group, because Slipway can assign roles in all others.')
param identitySubscription string

@description('An existing resource group of that subscription.')
param identityResourceGroup string

@description('Region of the managed identity.')
param location string = deployment().location

@description('Workloads outside of Azure virtual machines that can use the managed identity, such as a service account of a Kubernetes cluster.')
param federatedCredentials { name: string, issuer: string, subject: string }[] = []

@description('Object IDs of people and groups that get the app role Slipway.Admin.')
param administrators string[]

@description('Object IDs of people and groups that get the app role Slipway.Auditor.')
param auditors string[] = []

@description('Permissions of docs/permissions.md that Slipway doesn’t get.')
param omittedPermissions string[] = []

@description('Roles that Slipway can’t grant. Add custom roles that can grant access. By default: Owner, User Access Administrator, Role Based Access Control Administrator.')
param ungrantableRoles string[] = [
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'
  '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'
  'f58310d9-a9f6-439a-9e8d-f62e7b41a168'
]

@description('The only roles that Slipway can grant. If the list is empty, Slipway can grant all roles except ungrantableRoles.')
param grantableRoles string[] = []

var slug = replace(toLower(name), ' ', '-')
var permissions = loadJsonContent('permissions.json')

module identity 'modules/identity.bicep' = {
  scope: resourceGroup(identitySubscription, identityResourceGroup)
  name: '${slug}-identity'
  params: {
    name: slug
    location: location
    federatedCredentials: federatedCredentials
  }
}

module directory 'modules/directory.bicep' = {
  name: '${slug}-directory'
  params: {
    name: name
    slug: slug
    publicUrl: publicUrl
    administrators: administrators
    auditors: auditors
    identityPrincipalId: identity.outputs.principalId
    graphPermissions: filter(permissions.graph, permission => !contains(omittedPermissions, permission.name))
  }
}

module roles 'modules/roles.bicep' = {
  scope: managementGroup(rootManagementGroup)
  name: '${slug}-roles'
  params: {
    name: name
    principalId: identity.outputs.principalId
    actions: filter(permissions.azure.actions, action => !contains(omittedPermissions, action))
    conditionalActions: filter(permissions.azure.conditionalActions, action => !contains(omittedPermissions, action))
    secretsDataActions: filter(permissions.keyVault.dataActions, action => !contains(omittedPermissions, action))
    ungrantableRoles: ungrantableRoles
    grantableRoles: grantableRoles
  }
}

module guard 'modules/guard.bicep' = {
  name: '${slug}-guard'
  params: {
    name: name
    slug: slug
    principalIds: [identity.outputs.principalId, directory.outputs.principalId]
    ownRoles: roles.outputs.roleNames
    ownAssignments: roles.outputs.assignmentNames
    vaultRole: roles.outputs.secretsRoleName
    ungrantableRoles: ungrantableRoles
    grantableRoles: grantableRoles
  }
}

@description('Settings of Slipway (docs/configuration.md).')
output settings object = {
  SLIPWAY_TENANT_ID: tenant().tenantId
  SLIPWAY_OIDC_ISSUER: '${environment().authentication.loginEndpoint}${tenant().tenantId}/v2.0'
  SLIPWAY_OIDC_CLIENT_ID: directory.outputs.clientId
  SLIPWAY_OIDC_AUDIENCE: directory.outputs.clientId
  SLIPWAY_CLOUD_CLIENT_ID: identity.outputs.clientId
  SLIPWAY_ROOT_MANAGEMENT_GROUP: rootManagementGroup
}

@description('Object ID of the managed identity’s service principal, for the billing role and for vaults.')
output principalId string = identity.outputs.principalId

@description('Resource ID of the managed identity, to assign it to a virtual machine.')
output identityId string = identity.outputs.identityId
