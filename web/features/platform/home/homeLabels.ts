export const homeLabels = { tasks: 'Your tasks' } as const

export const homeSubjects = {
  notifications: 'your notifications',
  requests: 'your requests',
  sandboxes: 'your sandboxes',
} as const
