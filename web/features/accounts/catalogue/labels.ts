export const catalogueLabels = { search: 'Search catalogue', create: 'Create item', monthlyCost: 'Estimated monthly cost' } as const
