import { formatMoney, type MoneyValue } from './format.ts'

/** `<Money value={{ amount: 12345, currency: 'GBP' }} />` formats in the reader’s locale, with tabular figures. */
export function Money({ value, round = false }: { value: MoneyValue; round?: boolean }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value, { round })}</span>
}
