export const budgetLabels = {
  pending: 'Budget not set yet',
  failed: 'Budget couldn’t be set',
  noActionPending: 'Azure can take up to 48 hours to accept the budget of a new subscription. Slipway keeps trying automatically.',
  noActionFailed: 'Azure rejected the budget. The platform team takes care of this, so you don’t need to do anything.',
  viewRun: 'View run',
} as const
