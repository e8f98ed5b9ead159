export const homeLabels = { tasks: 'Your tasks', removal: 'removal starts', removing: 'removal in progress' } as const

export const homeSubjects = {
  notifications: 'your notifications',
  requests: 'your requests',
  sandboxes: 'your sandboxes',
} as const

export const quickActionLabels = { requestAccount: 'Request account', audit: 'Search audit trail' } as const
