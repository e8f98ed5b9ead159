interface BuiltInRole {
  id: string
  name: string
  description: string
  actions: string[]
  notActions?: string[]
  dataActions?: string[]
}

export interface RoleDefinition extends BuiltInRole {
  type: 'BuiltInRole' | 'CustomRole'
  assignableScopes: string[]
}

const authorizationWrites = [
  'Microsoft.Authorization/*/Delete',
  'Microsoft.Authorization/*/Write',
  'Microsoft.Authorization/elevateAccess/Action',
]
const blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers'

function role(
  id: string,
  name: string,
  description: string,
  actions: string[],
  overrides: Pick<BuiltInRole, 'notActions' | 'dataActions'> = {},
): BuiltInRole {
  return { id, name, description, actions, ...overrides }
}

export const builtInRoles: BuiltInRole[] = [
  role(
    '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
    'Owner',
    'Grants full access to manage all resources, including the ability to assign roles in Azure RBAC.',
    ['*'],
  ),
  role(
    'b24988ac-6180-42a0-ab88-20f7382dd24c',
    'Contributor',
    'Grants full access to manage all resources, but does not allow you to assign roles in Azure RBAC.',
    ['*'],
    { notActions: authorizationWrites },
  ),
  role('acdd72a7-3385-48ef-bd42-f606fba81ae7', 'Reader', 'View all resources, but does not allow you to make any changes.', ['*/read']),
  role('18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', 'User Access Administrator', 'Lets you manage user access to Azure resources.', [
    '*/read',
    'Microsoft.Authorization/*',
    'Microsoft.Support/*',
  ]),
  role(
    'f58310d9-a9f6-439a-9e8d-f62e7b41a168',
    'Role Based Access Control Administrator',
    'Manage access to Azure resources by assigning roles using Azure RBAC.',
    ['Microsoft.Authorization/roleAssignments/write', 'Microsoft.Authorization/roleAssignments/delete', '*/read', 'Microsoft.Support/*'],
  ),
  role(
    '9980e02c-c2be-4d73-94e8-173b1dc7cf3c',
    'Virtual Machine Contributor',
    'Create and manage virtual machines, manage disks, install and run software.',
    ['Microsoft.Compute/virtualMachines/*', 'Microsoft.Network/networkInterfaces/*'],
  ),
  role('4d97b98b-1d4f-4787-a291-c67834d212e7', 'Network Contributor', 'Lets you manage networks, but not access to them.', [
    'Microsoft.Network/*',
  ]),
  role(
    '17d1049b-9a84-46fb-8f53-869881c3d3ab',
    'Storage Account Contributor',
    'Lets you manage storage accounts, including accessing storage account keys.',
    ['Microsoft.Storage/storageAccounts/*'],
  ),
  role(
    'b7e6dc6d-f1e8-4753-8033-0f276bb0955b',
    'Storage Blob Data Owner',
    'Allows for full access to Azure Storage blob containers and data.',
    [`${blobs}/*`],
    { dataActions: [`${blobs}/blobs/*`] },
  ),
  role(
    'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
    'Storage Blob Data Contributor',
    'Allows for read, write and delete access to Azure Storage blob containers and data.',
    [`${blobs}/read`, `${blobs}/write`, `${blobs}/delete`],
    { dataActions: [`${blobs}/blobs/read`, `${blobs}/blobs/write`, `${blobs}/blobs/delete`] },
  ),
  role(
    '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1',
    'Storage Blob Data Reader',
    'Allows for read access to Azure Storage blob containers and data.',
    [`${blobs}/read`],
    { dataActions: [`${blobs}/blobs/read`] },
  ),
  role(
    '00482a5a-887f-4fb3-b363-3b7fe8e74483',
    'Key Vault Administrator',
    'Perform all data plane operations on a key vault and all objects in it.',
    ['Microsoft.KeyVault/*/read'],
    { dataActions: ['Microsoft.KeyVault/vaults/*'] },
  ),
  role(
    'b86a8fe4-44ce-4948-aee5-eccb2c155cd7',
    'Key Vault Secrets Officer',
    'Perform any action on the secrets of a key vault, except manage permissions.',
    ['Microsoft.KeyVault/*/read'],
    { dataActions: ['Microsoft.KeyVault/vaults/secrets/*'] },
  ),
  role('4633458b-17de-408a-b874-0445c86b69e6', 'Key Vault Secrets User', 'Read secret contents.', [], {
    dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action', 'Microsoft.KeyVault/vaults/secrets/readMetadata/action'],
  }),
  role('21090545-7ca7-4776-b22c-e363652d74d2', 'Key Vault Reader', 'Read metadata of key vaults and its certificates, keys, and secrets.', [
    'Microsoft.KeyVault/*/read',
  ]),
  role('749f88d5-cbae-40b8-bcfc-e573ddc772fa', 'Monitoring Contributor', 'Can read all monitoring data and update monitoring settings.', [
    '*/read',
    'Microsoft.Insights/*',
    'Microsoft.AlertsManagement/*',
  ]),
  role('43d0d8ad-25c7-4714-9337-8ba259a9fe05', 'Monitoring Reader', 'Can read all monitoring data.', ['*/read', 'Microsoft.Support/*']),
  role('92aaf0da-9dab-42b6-94a3-d43ce8d16293', 'Log Analytics Contributor', 'Can read all monitoring data and edit monitoring settings.', [
    '*/read',
    'Microsoft.OperationalInsights/*',
  ]),
  role(
    '73c42c96-874c-492b-b04d-ab87d138a893',
    'Log Analytics Reader',
    'Can view and search all monitoring data as well as view monitoring settings.',
    ['*/read', 'Microsoft.OperationalInsights/workspaces/search/action'],
  ),
  role('9b7fa17d-e63e-47b0-bb0a-15c516ac86ec', 'SQL DB Contributor', 'Lets you manage SQL databases, but not access to them.', [
    'Microsoft.Sql/servers/databases/*',
  ]),
  role(
    '6d8ee4ec-f05a-4a1d-8b00-a9b17e38b437',
    'SQL Server Contributor',
    'Lets you manage SQL servers and databases, but not access to them.',
    ['Microsoft.Sql/servers/*'],
  ),
  role('de139f84-1756-47ae-9be6-808fbbe84772', 'Website Contributor', 'Lets you manage websites, but not the web plans they run on.', [
    'Microsoft.Web/sites/*',
  ]),
  role('0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8', 'Azure Kubernetes Service Cluster Admin Role', 'List cluster admin credential action.', [
    'Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action',
  ]),
  role('4abbcc35-e782-43d8-92c5-2d3f1bd2253f', 'Azure Kubernetes Service Cluster User Role', 'List cluster user credential action.', [
    'Microsoft.ContainerService/managedClusters/listClusterUserCredential/action',
  ]),
  role('7f951dda-4ed3-4680-a7ca-43fe172d538d', 'AcrPull', 'acr pull', ['Microsoft.ContainerRegistry/registries/pull/read']),
  role('8311e382-0749-4cb8-b61a-304f252e45ec', 'AcrPush', 'acr push', [
    'Microsoft.ContainerRegistry/registries/pull/read',
    'Microsoft.ContainerRegistry/registries/push/write',
  ]),
  role('cfd33db0-3dd1-45e3-aa9d-cdbdf3b6f24e', 'Support Request Contributor', 'Lets you create and manage support requests.', [
    'Microsoft.Support/*',
    '*/read',
  ]),
  role(
    '434105ed-43f6-45c7-a02f-909b2ba83430',
    'Cost Management Contributor',
    'Can view costs and manage cost configuration (such as budgets).',
    ['Microsoft.Consumption/*', 'Microsoft.CostManagement/*'],
  ),
  role('72fafb9e-0641-4937-9268-a91bfd8191a3', 'Cost Management Reader', 'Can view cost data and configuration.', [
    'Microsoft.Consumption/*/read',
    'Microsoft.CostManagement/*/read',
  ]),
  role(
    '5e467623-bb1f-42f4-a55d-6e525e11384b',
    'Backup Contributor',
    'Lets you manage backup service, but cannot create vaults and give access to others.',
    ['Microsoft.RecoveryServices/*'],
  ),
  role('39bc4728-0917-49c7-9d2c-d95423bc2eb4', 'Security Reader', 'View permissions for Microsoft Defender for Cloud.', [
    'Microsoft.Security/*/read',
    '*/read',
  ]),
  role(
    '4a9ae827-6dc8-4573-8ac7-8239d42aa03f',
    'Tag Contributor',
    'Lets you manage tags on entities, without providing access to the entities themselves.',
    ['Microsoft.Resources/tags/*'],
  ),
]
