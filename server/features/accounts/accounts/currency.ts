import { Type } from 'typebox'
import { currency } from '../../../currency.ts'

export const Currency = Type.Unsafe<string>({
  type: 'string',
  enum: [currency],
  description: 'Currency of all budgets and prices.',
})
