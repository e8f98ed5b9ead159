import { formatMoney, type MoneyValue } from './format.ts'

interface MoneyProps {
  value: MoneyValue
  /** For totals. */
  round?: boolean
  /** For exact amounts that are usually whole. */
  strip?: boolean
}

export function Money({ value, round = false, strip = false }: MoneyProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value, { round, strip })}</span>
}
