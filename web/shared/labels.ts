const labels = {
  environment: { production: 'Production', preproduction: 'Pre-production', test: 'Test', development: 'Development' },
  kind: { cloud: 'Cloud', edge: 'Edge', manual: 'Added manually' },
  workload: { Production: 'Production', DevTest: 'Dev/Test' },
  connectivity: { none: 'No network', internet: 'Internet only', corporate: 'Corporate network' },
  dataClassification: { public: 'Public', internal: 'Internal', confidential: 'Confidential', restricted: 'Restricted' },
  criticality: { tier1: 'Tier 1', tier2: 'Tier 2', tier3: 'Tier 3', tier4: 'Tier 4' },
  region: {
    uksouth: 'UK South',
    ukwest: 'UK West',
    northeurope: 'North Europe',
    westeurope: 'West Europe',
    francecentral: 'France Central',
    germanywestcentral: 'Germany West Central',
    swedencentral: 'Sweden Central',
    global: 'Global',
  },
  basis: { actual: 'actual spend', forecast: 'forecast' },
} as const satisfies Record<string, Record<string, string>>

export type LabelList = keyof typeof labels

/** Returns the label of a value: `labelFor('criticality', 'tier1')` is "Tier 1". A value without a label is returned unchanged. */
export function labelFor(list: LabelList, value: string): string {
  return (labels[list] as Record<string, string>)[value] ?? value
}

export function toOptions<List extends LabelList>(list: List): { value: keyof (typeof labels)[List] & string; label: string }[] {
  return Object.entries<string>(labels[list]).map(([value, label]) => ({ value: value as keyof (typeof labels)[List] & string, label }))
}
