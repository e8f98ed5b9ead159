export const findLabels = {
  question: 'What do you need to do?',
  results: 'Access groups found',
  best: 'Least privilege',
  examples: 'For example',
} as const

export const conflictLabels = {
  add: 'Add rule',
  other: 'Conflicting group',
  list: 'Conflicting groups',
  remove: 'Remove rule',
  none: 'No rules for this group.',
} as const

export const editGroupLabels = {
  maxDuration: 'Maximum duration',
} as const
