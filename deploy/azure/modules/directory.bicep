// This module creates the app registration for sign-in and grants the managed identity its permissions in Microsoft Graph.
targetScope = 'managementGroup'

extension microsoftGraphV1

param name string
param slug string
param publicUrl string
param administrators string[]
param auditors string[]
param identityPrincipalId string
param graphPermissions { name: string, id: string }[]

var adminRole = '5b1f0c9e-6a37-4d52-9c18-2f7e4d8b3a60'
var auditorRole = 'c0a8d4f2-17b5-4e93-8f6a-9d3b5e1c7048'
var graphAppId = '00000003-0000-0000-c000-000000000000'
// Entra ID requires User.Read of an application that requests a token for its own API (AADSTS90008).
var signInScopes = ['openid', 'profile', 'email', 'User.Read']

resource graph 'Microsoft.Graph/servicePrincipals@v1.0' existing = {
  appId: graphAppId
}

resource app 'Microsoft.Graph/applications@v1.0' = {
  uniqueName: slug
  displayName: name
  signInAudience: 'AzureADMyOrg'
  identifierUris: ['api://${slug}']
  web: {
    homePageUrl: publicUrl
    redirectUris: ['${publicUrl}/auth/callback']
    implicitGrantSettings: {
      enableAccessTokenIssuance: false
      enableIdTokenIssuance: false
    }
  }
  api: {
    // Version 1 tokens have a different issuer, which Slipway rejects.
    requestedAccessTokenVersion: 2
    oauth2PermissionScopes: [
      {
        id: 'e1d3a7c6-58f2-4b09-a4de-7c3f9b2685d1'
        value: 'access_as_user'
        type: 'User'
        isEnabled: true
        adminConsentDisplayName: 'Use ${name} as the signed-in person'
        adminConsentDescription: 'Allows a program to do in ${name} what the signed-in person can do.'
        userConsentDisplayName: 'Use ${name} as you'
        userConsentDescription: 'Allows a program to do in ${name} what you can do.'
      }
    ]
  }
  appRoles: [
    {
      id: adminRole
      value: 'Slipway.Admin'
      displayName: 'Administrator'
      description: 'Administrator of ${name}'
      allowedMemberTypes: ['User']
      isEnabled: true
    }
    {
      id: auditorRole
      value: 'Slipway.Auditor'
      displayName: 'Auditor'
      description: 'Auditor of ${name}'
      allowedMemberTypes: ['User']
      isEnabled: true
    }
  ]
  // Slipway recognises a step-up sign-in by these claims (decision 13).
  optionalClaims: {
    idToken: [
      { name: 'acrs', essential: false }
      { name: 'auth_time', essential: false }
      { name: 'email', essential: false }
    ]
    accessToken: [
      { name: 'acrs', essential: false }
      { name: 'auth_time', essential: false }
      { name: 'email', essential: false }
      { name: 'idtyp', essential: false, additionalProperties: ['include_user_token'] }
    ]
  }
  requiredResourceAccess: [
    {
      resourceAppId: graphAppId
      resourceAccess: map(filter(graph.oauth2PermissionScopes, scope => contains(signInScopes, scope.value)), scope => {
        id: scope.id
        type: 'Scope'
      })
    }
  ]
}

resource principal 'Microsoft.Graph/servicePrincipals@v1.0' = {
  appId: app.appId
}

resource consent 'Microsoft.Graph/oauth2PermissionGrants@v1.0' = {
  clientId: principal.id
  consentType: 'AllPrincipals'
  resourceId: graph.id
  scope: join(signInScopes, ' ')
}

resource adminAssignments 'Microsoft.Graph/appRoleAssignedTo@v1.0' = [
  for id in administrators: {
    appRoleId: adminRole
    principalId: id
    resourceId: principal.id
  }
]

resource auditorAssignments 'Microsoft.Graph/appRoleAssignedTo@v1.0' = [
  for id in auditors: {
    appRoleId: auditorRole
    principalId: id
    resourceId: principal.id
  }
]

resource graphAssignments 'Microsoft.Graph/appRoleAssignedTo@v1.0' = [
  for permission in graphPermissions: {
    appRoleId: permission.id
    principalId: identityPrincipalId
    resourceId: graph.id
  }
]

output clientId string = app.appId
output principalId string = principal.id
