export const accountsLabels = { filter: 'Filter accounts', addExisting: 'Add existing account' } as const

export const accountActionLabels = { edit: 'Edit', editOwners: 'Edit owners', deleteRecord: 'Delete record' } as const

export const accountFieldLabels = {
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

export const problemLabels = { nameMissing: 'Enter the account name.', fewOwners: 'Choose at least two owners.' } as const

export const resourceLabels = { search: 'Search resources', hidden: 'You can’t see this account’s resources' } as const
export const activityTabLabels = { hidden: 'You can’t see this account’s activity' } as const
