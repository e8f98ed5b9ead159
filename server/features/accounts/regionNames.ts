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

/** A region as people call it; one that is not known here keeps the name that Azure's programs use. */
export function regionName(code: string): string {
  return names[code] ?? code
}
