export const incidentLabels = {
  raise: 'Raise incident',
  title: 'Title',
  description: 'Description',
  titleMissing: 'Enter a title of at least 5 characters.',
  configurationItem: 'Configuration item',
  assignmentGroup: 'Assignment group',
  raised: 'Raised in Slipway',
  none: 'You haven’t raised any incidents',
  submitted: 'Incident submitted',
  alerts: 'Alerts',
  noAlerts: 'No alerts yet',
} as const

export const alertKeyLabels = {
  keys: 'Alert keys',
  none: 'No alert keys yet',
  start: 'New key',
  create: 'Create key',
  stored: 'I’ve stored the URL',
  name: 'Name',
  url: 'URL',
  storeFirst: 'Store the URL, then select this box. You can’t see the URL again after closing.',
  done: 'Done',
  lastUsed: 'last used',
  delete: 'Delete key',
  deleteKey: 'Delete',
} as const
