import { typeName } from '../../../shared/typeName.ts'
import { MultiCombobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/Select.tsx'

const defaults = [
  'Microsoft.Web/sites',
  'Microsoft.Web/serverFarms',
  'Microsoft.Storage/storageAccounts',
  'Microsoft.KeyVault/vaults',
  'Microsoft.Compute/virtualMachines',
  'Microsoft.Compute/disks',
  'Microsoft.Compute/virtualMachineScaleSets',
  'Microsoft.Network/virtualNetworks',
  'Microsoft.Network/networkInterfaces',
  'Microsoft.Network/networkSecurityGroups',
  'Microsoft.Network/publicIPAddresses',
  'Microsoft.ContainerService/managedClusters',
  'Microsoft.ContainerRegistry/registries',
  'Microsoft.App/containerApps',
  'Microsoft.App/managedEnvironments',
  'Microsoft.Sql/servers',
  'Microsoft.Sql/servers/databases',
  'Microsoft.DBforPostgreSQL/flexibleServers',
  'Microsoft.DocumentDB/databaseAccounts',
  'Microsoft.Cache/redis',
  'Microsoft.ServiceBus/namespaces',
  'Microsoft.EventHub/namespaces',
  'Microsoft.MachineLearningServices/workspaces',
  'Microsoft.CognitiveServices/accounts',
  'Microsoft.Databricks/workspaces',
  'Microsoft.OperationalInsights/workspaces',
  'Microsoft.Insights/components',
]
const shape = /^[A-Za-z.]{3,60}(\/[A-Za-z]{2,60}){1,3}$/

const optionOf = (type: string): Option => ({ value: type, label: typeName(type), hint: type })

async function find(query: string): Promise<Option[]> {
  const text = query.trim()
  const normalizedText = text.toLocaleLowerCase()
  const matches = defaults.map(optionOf).filter(({ label, hint }) => `${label} ${hint}`.toLocaleLowerCase().includes(normalizedText))
  // Any type in Azure’s notation can be added.
  const isOwn = shape.test(text) && !defaults.some((type) => type.toLocaleLowerCase() === normalizedText)
  return isOwn ? [...matches, { value: text, label: text, hint: 'Custom type' }] : matches
}

export function TypesField({
  value,
  error,
  onChange,
}: {
  value: readonly string[]
  error: string | undefined
  onChange: (types: string[]) => void
}) {
  return (
    <MultiCombobox
      label="Allowed resource types"
      name="allowedResourceTypes"
      optional
      hint="Leave empty to allow all. An Azure policy denies other types."
      placeholder="All types"
      empty="No matching types. Enter the full type, such as Microsoft.Web/sites."
      options={find}
      value={value.map(optionOf)}
      error={error}
      onChange={(options) => onChange(options.map(({ value: type }) => type))}
    />
  )
}
