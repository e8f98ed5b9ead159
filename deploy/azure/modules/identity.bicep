// Slipway calls Azure and Microsoft Graph with this managed identity, which has no secret.
param name string
param location string
param federatedCredentials { name: string, issuer: string, subject: string }[]

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
}

// Entra ID rejects concurrent writes of credentials of one identity.
@batchSize(1)
resource credentials 'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials@2023-01-31' = [
  for credential in federatedCredentials: {
    parent: identity
    name: credential.name
    properties: {
      issuer: credential.issuer
      subject: credential.subject
      audiences: ['api://AzureADTokenExchange']
    }
  }
]

output identityId string = identity.id
output clientId string = identity.properties.clientId
output principalId string = identity.properties.principalId
