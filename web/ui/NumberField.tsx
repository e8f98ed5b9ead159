import type { MoneyFieldProps, NumberFieldProps } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { MoneyInput, NumberInput } from './NumberInput.tsx'

/** A number with step buttons. `<NumberField label="Days" value={days} onChange={setDays} min={1} max={90} />` */
export function NumberField(props: NumberFieldProps) {
  const [field, number] = splitField(props)
  return <Field {...field}>{(control) => <NumberInput {...number} name={field.name} control={control} />}</Field>
}

/**
 * People type whole units, and `value` is in minor units: 50000 for £500. `<MoneyField label="Monthly budget" currency="GBP" value={amount}
 * onChange={setAmount} />`
 */
export function MoneyField(props: MoneyFieldProps) {
  const [field, money] = splitField(props)
  return <Field {...field}>{(control) => <MoneyInput {...money} name={field.name} control={control} />}</Field>
}
