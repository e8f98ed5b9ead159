import { Type } from 'typebox'

/** Budgets and prices share one currency, because they are added up and policies compare them with amounts. */
export const currency = 'GBP'

export const Currency = Type.Unsafe<string>({
  type: 'string',
  enum: [currency],
  description: 'Currency of all budgets and prices.',
})
