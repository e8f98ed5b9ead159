import { formatMoney, type MoneyValue } from './format.ts'

/** Money in the reader's locale, in tabular figures. `<Money value={{ amount: 12345, currency: 'GBP' }} />` */
export function Money({ value, round = false }: { value: MoneyValue; round?: boolean }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value, { round })}</span>
}
