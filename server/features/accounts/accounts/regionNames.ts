/** Microsoft lists the regions of the public cloud at https://learn.microsoft.com/azure/reliability/regions-list. */
const regions = {
  australiacentral: 'Australia Central',
  australiacentral2: 'Australia Central 2',
  australiaeast: 'Australia East',
  australiasoutheast: 'Australia Southeast',
  austriaeast: 'Austria East',
  belgiumcentral: 'Belgium Central',
  brazilsouth: 'Brazil South',
  brazilsoutheast: 'Brazil Southeast',
  canadacentral: 'Canada Central',
  canadaeast: 'Canada East',
  centralindia: 'Central India',
  centralus: 'Central US',
  chilecentral: 'Chile Central',
  denmarkeast: 'Denmark East',
  eastasia: 'East Asia',
  eastus: 'East US',
  eastus2: 'East US 2',
  francecentral: 'France Central',
  francesouth: 'France South',
  germanynorth: 'Germany North',
  germanywestcentral: 'Germany West Central',
  indonesiacentral: 'Indonesia Central',
  israelcentral: 'Israel Central',
  italynorth: 'Italy North',
  japaneast: 'Japan East',
  japanwest: 'Japan West',
  jioindiacentral: 'Jio India Central',
  jioindiawest: 'Jio India West',
  koreacentral: 'Korea Central',
  koreasouth: 'Korea South',
  malaysiawest: 'Malaysia West',
  mexicocentral: 'Mexico Central',
  newzealandnorth: 'New Zealand North',
  northcentralus: 'North Central US',
  northeurope: 'North Europe',
  norwayeast: 'Norway East',
  norwaywest: 'Norway West',
  polandcentral: 'Poland Central',
  qatarcentral: 'Qatar Central',
  southafricanorth: 'South Africa North',
  southafricawest: 'South Africa West',
  southcentralus: 'South Central US',
  southeastasia: 'Southeast Asia',
  southindia: 'South India',
  spaincentral: 'Spain Central',
  swedencentral: 'Sweden Central',
  swedensouth: 'Sweden South',
  switzerlandnorth: 'Switzerland North',
  switzerlandwest: 'Switzerland West',
  uaecentral: 'UAE Central',
  uaenorth: 'UAE North',
  uksouth: 'UK South',
  ukwest: 'UK West',
  westcentralus: 'West Central US',
  westeurope: 'West Europe',
  westindia: 'West India',
  westus: 'West US',
  westus2: 'West US 2',
  westus3: 'West US 3',
} as const satisfies Record<string, string>
const names: Record<string, string> = { ...regions, global: 'Global' }

export function regionChoices(codes: readonly string[]): string {
  return codes
    .map((code) => (code in names ? `${names[code]} (${code})` : code))
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .join(', ')
}

export function regionName(code: string): string {
  return names[code] ?? code
}

export function isRegion(code: string): boolean {
  return Object.hasOwn(regions, code)
}
