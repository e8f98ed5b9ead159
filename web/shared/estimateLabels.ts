import { formatMoney, type MoneyValue } from '../ui/format.ts'

export const overBudget = (excess: MoneyValue): string =>
  `The estimate exceeds the monthly budget by ${formatMoney(excess, { strip: true })}.`
