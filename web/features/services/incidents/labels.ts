export const incidentLabels = {
  raise: 'Raise incident',
  titleMissing: 'Enter a title of at least 5 characters.',
  configurationItem: 'Configuration item',
  assignmentGroup: 'Assignment group',
  raised: 'Raised in Slipway',
  none: 'You haven’t raised any incidents',
  submitted: 'Incident submitted',
  noAlerts: 'No alerts yet',
} as const

export const alertKeyLabels = {
  keys: 'Alert keys',
  none: 'No alert keys yet',
  start: 'New key',
  create: 'Create key',
  stored: 'I’ve stored the URL',
  delete: 'Delete key',
} as const
