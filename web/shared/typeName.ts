import { isKeyOf } from './isKeyOf.ts'

const typeLabels = {
  'microsoft.storage/storageaccounts': 'Storage accounts',
  'microsoft.web/sites': 'Web and function apps',
  'microsoft.web/serverfarms': 'App Service plans',
  'microsoft.keyvault/vaults': 'Key vaults',
  'microsoft.documentdb/databaseaccounts': 'Cosmos DB accounts',
  'microsoft.operationalinsights/workspaces': 'Log Analytics workspaces',
  'microsoft.machinelearningservices/workspaces': 'Machine Learning workspaces',
  'microsoft.databricks/workspaces': 'Databricks workspaces',
  'microsoft.insights/components': 'Application Insights',
  'microsoft.containerservice/managedclusters': 'Kubernetes clusters',
  'microsoft.containerregistry/registries': 'Container registries',
  'microsoft.eventhub/namespaces': 'Event Hubs namespaces',
  'microsoft.servicebus/namespaces': 'Service Bus namespaces',
  'microsoft.network/publicipaddresses': 'Public IP addresses',
  'microsoft.recoveryservices/vaults': 'Recovery Services vaults',
  'microsoft.sql/servers': 'SQL servers',
  'microsoft.sql/servers/databases': 'SQL databases',
  'microsoft.cache/redis': 'Redis caches',
  'microsoft.dbforpostgresql/flexibleservers': 'PostgreSQL servers',
} as const satisfies Record<string, string>

/** Formats a resource type for display: `Microsoft.Compute/virtualMachines` is "Virtual machines". */
export function typeName(type: string): string {
  const last = type.split('/').at(-1) ?? type
  const text = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const key = type.toLowerCase()
  return isKeyOf(typeLabels, key) ? typeLabels[key] : text.charAt(0).toUpperCase() + text.slice(1)
}
