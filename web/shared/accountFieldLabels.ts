export const accountFieldLabels = {
  name: 'Name',
  description: 'Description',
  family: 'Family',
  dataClassification: 'Data classification',
  environment: 'Environment',
  region: 'Region',
  criticality: 'Criticality',
  costCentre: 'Cost centre',
  budget: 'Monthly budget',
  owners: 'Owners',
} as const
