import type { MoneyFieldProps, NumberFieldProps } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { currencySign, minorDigits } from './format.ts'
import { MoneyInput, NumberInput } from './NumberInput.tsx'
import { useNumberInput } from './useNumberInput.ts'

/**
 * A number with step buttons. Without `format`, it is a whole number. `<NumberField label="Days" value={days} onChange={setDays} min={1}
 * max={90} />`
 */
export function NumberField(props: NumberFieldProps) {
  const [field, state] = splitField(props)
  const number = useNumberInput(state)
  return (
    <Field {...field} error={number.error ?? field.error}>
      {(control) => <NumberInput number={number} name={field.name} control={control} disabled={state.disabled} suffix={state.suffix} />}
    </Field>
  )
}

/**
 * People type whole units, and `value`, `min` and `max` are in minor units: 50000 for £500. `<MoneyField label="Monthly budget"
 * currency="GBP" value={amount} onChange={setAmount} />`
 */
export function MoneyField(props: MoneyFieldProps) {
  const [field, { value, onChange, onBlur, disabled, currency, min = 0, max, defaultValue, onProblem }] = splitField(props)
  const unit = 10 ** minorDigits(currency)
  const number = useNumberInput({
    value: value === null ? null : value / unit,
    onChange: (next) => onChange(next === null ? null : Math.round(next * unit)),
    ...(onBlur && { onBlur }),
    ...(onProblem && { onProblem }),
    min: min / unit,
    ...(max !== undefined && { max: max / unit }),
    ...(defaultValue !== undefined && { defaultValue: defaultValue / unit }),
    format: { style: 'currency', currency },
  })
  return (
    <Field {...field} error={number.error ?? field.error}>
      {(control) => (
        <MoneyInput number={number} name={field.name} control={control} disabled={disabled} placeholder={currencySign(currency)} />
      )}
    </Field>
  )
}
