import { formatMoney, type MoneyValue } from './format.ts'

export function Money({ value, round = false }: { value: MoneyValue; round?: boolean }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value, { round })}</span>
}
