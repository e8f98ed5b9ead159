interface RequestedBudget {
  budget: { amount: number }
  items: readonly { monthly_estimate: { amount: number } }[]
}

export function budgetWarningsOf({ budget, items }: RequestedBudget): string[] {
  const estimate = items.reduce((sum, item) => sum + item.monthly_estimate.amount, 0)
  return estimate > budget.amount ? ['The catalogue items alone cost more than the budget (estimate).'] : []
}
