export const accountsLabels = { filter: 'Filter accounts', addExisting: 'Add existing account', exportCsv: 'Export CSV' } as const

export const accountActionLabels = {
  edit: 'Edit',
  editOwners: 'Edit owners',
  deleteRecord: 'Delete record',
  more: 'More',
  emergency: 'Emergency access',
} as const

export const problemLabels = { nameMissing: 'Enter the account name.', fewOwners: 'Choose at least two owners.' } as const

export const bulkLabels = { check: 'Check accounts first' } as const

export const accountTabLabels = {
  searchResources: 'Search resources',
  selectedResources: 'Selected resources',
  editTags: 'Edit tags',
  resourcesHidden: 'You can’t see this account’s resources',
  activityHidden: 'You can’t see this account’s activity',
} as const
