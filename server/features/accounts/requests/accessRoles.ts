import { isPrivileged, type Permissions } from '../../../auth/privilegedRoles.ts'

/** Built-in roles that an account request can name, with their permissions. Source: Azure's reference of built-in roles. */
const permissions = {
  Reader: { actions: ['*/read'] },
  Contributor: {
    actions: ['*'],
    notActions: [
      'Microsoft.Authorization/*/Delete',
      'Microsoft.Authorization/*/Write',
      'Microsoft.Authorization/elevateAccess/Action',
      'Microsoft.Blueprint/blueprintAssignments/write',
      'Microsoft.Blueprint/blueprintAssignments/delete',
      'Microsoft.Compute/galleries/share/action',
      'Microsoft.Purview/consents/write',
      'Microsoft.Purview/consents/delete',
      'Microsoft.Resources/deploymentStacks/manageDenySetting/action',
      'Microsoft.Subscription/cancel/action',
      'Microsoft.Subscription/enable/action',
    ],
  },
  Owner: { actions: ['*'] },
  'Monitoring Reader': { actions: ['*/read', 'Microsoft.OperationalInsights/workspaces/search/action', 'Microsoft.Support/*'] },
  'Key Vault Secrets User': {
    dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.KeyVault/vaults/secrets/readMetadata/action'],
  },
  'Virtual Machine Contributor': {
    actions: [
      'Microsoft.Authorization/*/read',
      'Microsoft.Compute/availabilitySets/*',
      'Microsoft.Compute/cloudServices/*',
      'Microsoft.Compute/disks/delete',
      'Microsoft.Compute/disks/read',
      'Microsoft.Compute/disks/write',
      'Microsoft.Compute/hostgroups/hosts/write',
      'Microsoft.Compute/hostgroups/write',
      'Microsoft.Compute/locations/*',
      'Microsoft.Compute/virtualMachines/*',
      'Microsoft.Compute/virtualMachineScaleSets/*',
      'Microsoft.DevTestLab/schedules/*',
      'Microsoft.Insights/alertRules/*',
      'Microsoft.Network/applicationGateways/backendAddressPools/join/action',
      'Microsoft.Network/loadBalancers/backendAddressPools/join/action',
      'Microsoft.Network/loadBalancers/inboundNatPools/join/action',
      'Microsoft.Network/loadBalancers/inboundNatRules/join/action',
      'Microsoft.Network/loadBalancers/probes/join/action',
      'Microsoft.Network/loadBalancers/read',
      'Microsoft.Network/locations/*',
      'Microsoft.Network/networkInterfaces/*',
      'Microsoft.Network/networkSecurityGroups/join/action',
      'Microsoft.Network/networkSecurityGroups/read',
      'Microsoft.Network/publicIPAddresses/join/action',
      'Microsoft.Network/publicIPAddresses/read',
      'Microsoft.Network/virtualNetworks/read',
      'Microsoft.Network/virtualNetworks/subnets/join/action',
      'Microsoft.RecoveryServices/locations/*',
      'Microsoft.RecoveryServices/Vaults/backupFabrics/backupProtectionIntent/write',
      'Microsoft.RecoveryServices/Vaults/backupFabrics/protectionContainers/protectedItems/*/read',
      'Microsoft.RecoveryServices/Vaults/backupFabrics/protectionContainers/protectedItems/read',
      'Microsoft.RecoveryServices/Vaults/backupFabrics/protectionContainers/protectedItems/write',
      'Microsoft.RecoveryServices/Vaults/backupPolicies/read',
      'Microsoft.RecoveryServices/Vaults/backupPolicies/write',
      'Microsoft.RecoveryServices/Vaults/read',
      'Microsoft.RecoveryServices/Vaults/usages/read',
      'Microsoft.RecoveryServices/Vaults/write',
      'Microsoft.ResourceHealth/availabilityStatuses/read',
      'Microsoft.Resources/deployments/*',
      'Microsoft.Resources/subscriptions/resourceGroups/read',
      'Microsoft.SerialConsole/serialPorts/connect/action',
      'Microsoft.SqlVirtualMachine/*',
      'Microsoft.Storage/storageAccounts/listKeys/action',
      'Microsoft.Storage/storageAccounts/read',
      'Microsoft.Support/*',
    ],
  },
} satisfies Record<string, Permissions>

export type AccessRole = keyof typeof permissions
export const accessRoles = Object.keys(permissions) as AccessRole[]

/** Whether its holders can change who may do what. */
export const isPrivilegedAccessRole = (role: AccessRole): boolean => isPrivileged([permissions[role]])
