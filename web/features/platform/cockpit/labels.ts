export const runLabels = {
  filter: 'Filter runs',
  response: 'Error response',
  cancel: 'Cancel run…',
  confirmCancel: 'Cancel run',
  changes: 'Changes to roll back',
} as const

export const slowQueryLabels = {
  none: 'No slow queries',
} as const

export const invariantLabels = {
  notChecked: 'Not checked',
  check: 'Check now',
} as const

export const connectorLabels = {
  unnumbered: 'People without an employee number',
} as const
