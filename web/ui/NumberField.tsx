import type { MoneyFieldProps, NumberFieldProps } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { MoneyInput, NumberInput } from './NumberInput.tsx'

/** A number with steps, in the reader’s locale. `<NumberField label="Days" value={days} onChange={setDays} min={1} max={90} />` */
export function NumberField(props: NumberFieldProps) {
  const [field, number] = splitField(props)
  return <Field {...field}>{(control) => <NumberInput {...number} name={field.name} control={control} />}</Field>
}

/**
 * An amount: people type whole units, `value` is in minor units. `<MoneyField label="Monthly budget" currency="GBP" value={amount}
 * onChange={setAmount} />` with `amount` 50000 for £500.
 */
export function MoneyField(props: MoneyFieldProps) {
  const [field, money] = splitField(props)
  return <Field {...field}>{(control) => <MoneyInput {...money} name={field.name} control={control} />}</Field>
}
