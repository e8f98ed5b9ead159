export const budgetLabels = {
  pending: 'Budget not set yet',
  failed: 'Budget couldn’t be set',
  noAction: 'The platform team takes care of this, so you don’t need to do anything.',
  viewRun: 'View run',
} as const
