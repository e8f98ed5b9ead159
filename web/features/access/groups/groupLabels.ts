export const findLabels = {
  question: 'What do you need to do?',
  results: 'Access groups found',
  best: 'Least privilege',
  examples: 'For example',
  firstExample: 'deploy to checkout test',
  request: 'Request',
  role: 'Role',
  unknownSubscription: (id: string) => `Subscription ${id} isn’t in Slipway`,
  openAccounts: 'Open accounts',
  nothing: (task: string) => `Nothing found for ${task}`,
} as const

export const conflictLabels = {
  add: 'Add rule',
  other: 'Conflicting group',
  list: 'Conflicting groups',
  remove: 'Remove rule',
  none: 'No rules for this group.',
  removeFor: (group: string) => `Remove rule for ${group}`,
} as const

export const editGroupLabels = {
  edit: 'Edit',
  description: 'Description',
  maxDuration: 'Maximum duration',
  save: 'Save changes',
} as const
