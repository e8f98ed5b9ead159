using 'main.bicep'

param publicUrl = 'https://slipway.example'
param rootManagementGroup = 'landing-zones'
param identitySubscription = '11111111-1111-4111-8111-111111111111'
param identityResourceGroup = 'slipway'
param administrators = ['22222222-2222-4222-8222-222222222222']
// Remove this parameter if Slipway runs on a virtual machine.
param federatedCredentials = [
  {
    name: 'kubernetes'
    issuer: 'https://oidc.example/cluster/'
    subject: 'system:serviceaccount:slipway:slipway'
  }
]
