export const filterLabels = { clear: 'Clear filters' } as const
