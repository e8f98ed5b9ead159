export const changeLabels = { details: 'Details', before: 'Before: ', after: 'After: ' } as const

export const rowActionLabels = {
  activity: (name: string) => `Activity of ${name}`,
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
} as const
