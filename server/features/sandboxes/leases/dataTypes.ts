/**
 * Types of resources in which people store data, in lower case. The confirmation of a deletion names them, because people could still need
 * their content.
 */
const dataResourceTypes = new Set([
  'microsoft.storage/storageaccounts',
  'microsoft.compute/disks',
  'microsoft.compute/snapshots',
  'microsoft.sql/servers/databases',
  'microsoft.sql/managedinstances',
  'microsoft.documentdb/databaseaccounts',
  'microsoft.documentdb/mongoclusters',
  'microsoft.dbforpostgresql/flexibleservers',
  'microsoft.dbformysql/flexibleservers',
  'microsoft.cache/redis',
  'microsoft.keyvault/vaults',
  'microsoft.recoveryservices/vaults',
  'microsoft.containerregistry/registries',
  'microsoft.operationalinsights/workspaces',
  'microsoft.machinelearningservices/workspaces',
  'microsoft.search/searchservices',
  'microsoft.synapse/workspaces',
  'microsoft.kusto/clusters',
  'microsoft.netapp/netappaccounts',
])

export const typeHoldsData = (type: string): boolean => dataResourceTypes.has(type.toLowerCase())
