export const decommissionLabels = {
  inUse: 'This account is in use',
  unchecked: 'Some dependencies couldn’t be checked',
  repeatCheck: 'Check again',
  unused: 'No blockers or dependencies.',
  removed: 'Removed resources',
  request: 'Request decommission',
  blocked: 'Resolve the blockers above first.',
  undo: 'Undo decommission',
  skipGrace: 'Skip grace period…',
  removeNow: 'Remove everything now',
  restore: 'Restore account',
} as const
