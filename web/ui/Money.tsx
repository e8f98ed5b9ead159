import { formatMoney, type MoneyValue } from './format.ts'

interface MoneyProps {
  value: MoneyValue
  round?: boolean
  /** Exact amounts lose their fraction only if it is zero. */
  strip?: boolean
}

export function Money({ value, round = false, strip = false }: MoneyProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value, { round, strip })}</span>
}
