const known: Record<string, string> = {
  'microsoft.storage/storageaccounts': 'Storage accounts',
  'microsoft.web/sites': 'Web and function apps',
  'microsoft.web/serverfarms': 'App Service plans',
  'microsoft.keyvault/vaults': 'Key vaults',
  'microsoft.documentdb/databaseaccounts': 'Cosmos DB accounts',
  'microsoft.operationalinsights/workspaces': 'Log Analytics workspaces',
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
}

/** Formats a resource type for display: `Microsoft.Compute/virtualMachines` is "Virtual machines". */
export function typeName(type: string): string {
  const last = type.split('/').at(-1) ?? type
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return known[type.toLowerCase()] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
