export const budgetLabels = { pending: 'Budget not set yet', failed: 'Budget couldn’t be set', viewRun: 'View run' } as const
