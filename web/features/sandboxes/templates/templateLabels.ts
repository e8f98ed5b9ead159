export const templateFormLabels = {
  create: 'New template',
  confirm: 'Create template',
  save: 'Save changes',
  noName: 'Enter a name.',
  maxBudget: 'Maximum budget',
  maxDuration: 'Maximum duration',
  defaultDuration: 'Default duration',
  reminder: (number: number) => `Time before the end, reminder ${number}`,
  noLimits: 'Enter the maximum budget or duration without approval.',
} as const

export const hostLabels = {
  add: 'Add host',
  subscription: 'Subscription ID',
  close: 'Close host',
  reopen: 'Reopen host',
} as const

export const workLabels = {
  stuck: 'Failed or stalled runs',
} as const
