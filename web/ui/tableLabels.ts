export const tableLabels = {
  settings: 'Columns and density',
} as const
