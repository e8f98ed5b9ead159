/** Budgets and prices share one currency, because they are added up and policies compare them with amounts. */
export const currency = 'GBP'
