export const insightLabels = { refreshing: 'Refreshing from Azure …', outdated: 'Results are out of date' } as const

export const securityTabLabels = { hidden: 'You can’t see this account’s security' } as const

export const findingLabels = {
  fixable: 'Fix available',
  search: 'Search findings',
  noMatch: 'No matching findings',
  showAll: 'Show all',
} as const

export const complianceLabels = {
  title: 'Policy compliance',
  evaluate: 'Start evaluation',
  viewPolicy: 'View policy in Azure',
} as const

export const costTabLabels = {
  hidden: 'You can’t see this account’s cost',
  byService: 'By service',
  byMonth: 'Cost by month',
} as const

export const tagsLabels = { save: 'Save tags', notChanged: 'Not changed' } as const
