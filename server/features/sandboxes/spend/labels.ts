import { formatMoney } from '../../../format.ts'

export const money = (minorUnits: number, currency: string): string => formatMoney({ amount: minorUnits, currency })

export const spendProblems = {
  bill: 'Couldn’t read the bill.',
  prices: 'Couldn’t read the price list, so earlier prices are used.',
  resources: 'Couldn’t read the resources of the sandbox.',
}
