import { Minus, Plus } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { type MoneyFieldProps, type NumberFieldProps, type Numeric, numberLook } from './controlTypes.ts'
import { Field, type FieldControl, type FieldProps, splitField } from './Field.tsx'
import { minorDigits } from './format.ts'
import { useControl } from './useOnDemand.ts'

/** A number with steps, in the reader’s locale. `<NumberField label="Days" value={days} onChange={setDays} min={1} max={90} />` */
export function NumberField(props: NumberFieldProps) {
  const [field, number] = splitField(props)
  const { value, onChange, disabled, min, max, step = 1, format, suffix } = number
  const { complete, start, typed, input } = useNumberInput(number)
  const stepBy = (by: number) =>
    onChange(Math.max(min ?? Number.NEGATIVE_INFINITY, Math.min(max ?? Number.POSITIVE_INFINITY, value === null ? 0 : value + by)))
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.NumberInput {...number} {...{ control, start, typed }} name={field.name} />
        ) : (
          <div className={numberLook.box} data-bad={control['aria-invalid']}>
            <input {...input(control, field.name, value, format)} className={numberLook.input} />
            {suffix && <span className={numberLook.suffix}>{suffix}</span>}
            <button
              type="button"
              tabIndex={-1}
              disabled={disabled}
              className={numberLook.decrease}
              aria-label="Decrease"
              onClick={() => stepBy(-step)}
            >
              <Minus size={14} aria-hidden />
            </button>
            <button
              type="button"
              tabIndex={-1}
              disabled={disabled}
              className={numberLook.increase}
              aria-label="Increase"
              onClick={() => stepBy(step)}
            >
              <Plus size={14} aria-hidden />
            </button>
          </div>
        )
      }
    </Field>
  )
}

/**
 * An amount: people type whole units, `value` is in minor units. `<MoneyField label="Monthly budget" currency="GBP" value={amount}
 * onChange={setAmount} />` with `amount` 50000 for £500.
 */
export function MoneyField(props: MoneyFieldProps) {
  const [field, money] = splitField(props)
  const { value, currency } = money
  const { complete, start, typed, input } = useNumberInput(money)
  const shown = value === null ? null : value / 10 ** minorDigits(currency)
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.MoneyInput {...money} {...{ control, start, typed }} name={field.name} />
        ) : (
          <div className={numberLook.moneyBox} data-bad={control['aria-invalid']}>
            <input {...input(control, field.name, shown, { style: 'currency', currency })} className={numberLook.moneyInput} />
            <span className={numberLook.currency}>{currency}</span>
          </div>
        )
      }
    </Field>
  )
}

/** The plain input until the complete control is loaded and reads the typed text. */
function useNumberInput({ onBlur, disabled, ref }: Omit<Numeric, keyof FieldProps>) {
  const { complete, start, open, handlers } = useControl()
  const [typed, setTyped] = useState<string>()
  const input = (control: FieldControl, name: string | undefined, value: number | null, format?: Intl.NumberFormatOptions) => ({
    ...control,
    ...handlers,
    name,
    ref,
    disabled,
    type: 'text',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    'aria-roledescription': 'Number field',
    value: typed ?? (value === null ? '' : new Intl.NumberFormat(undefined, format).format(value)),
    onBlur: () => {
      handlers.onBlur()
      onBlur?.()
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value)
      open()
    },
  })
  return { complete, start, typed, input }
}
