const names: Record<string, string> = {
  uksouth: 'UK South',
  ukwest: 'UK West',
  northeurope: 'North Europe',
  westeurope: 'West Europe',
  francecentral: 'France Central',
  germanywestcentral: 'Germany West Central',
  swedencentral: 'Sweden Central',
  global: 'Global',
}

/** Regions to choose from, by their names and as they have to be written in a call. */
export function regionChoices(codes: readonly string[]): string {
  return codes
    .map((code) => (code in names ? `${names[code]} (${code})` : code))
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .join(', ')
}

/** A region as people call it; one that is not known here keeps the name that Azure's programs use. */
export function regionName(code: string): string {
  return names[code] ?? code
}
