export const substituteLabels = { notNeeded: 'No substitute needed' } as const
