import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, splitField } from './Field.tsx'
import { minorDigits } from './format.ts'

interface Numeric extends FieldProps {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

export interface NumberFieldProps extends Numeric {
  min?: number
  max?: number
  step?: number
  /** Shown after the number, such as “hours”. */
  suffix?: ReactNode
  format?: Intl.NumberFormatOptions
}

/** A number with steps, in the reader’s locale. `<NumberField label="Days" value={days} onChange={setDays} min={1} max={90} />` */
export function NumberField(props: NumberFieldProps) {
  const [field, { value, onChange, onBlur, ref, disabled, min, max, step, suffix, format }] = splitField(props)
  const stepper = 'grid h-full w-7 shrink-0 place-content-center text-ink-2 hover:bg-hover hover:text-ink data-disabled:opacity-40'
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          id={control.id}
          name={field.name}
          value={value}
          onValueChange={onChange}
          min={min}
          max={max}
          step={step}
          format={format}
          disabled={disabled}
        >
          <Base.Group className="control flex h-8 items-center overflow-hidden" data-bad={control['aria-invalid']}>
            <Base.Input
              {...control}
              ref={ref}
              onBlur={onBlur}
              className="h-full w-full min-w-0 bg-transparent px-2.5 tabular-nums outline-none"
            />
            {suffix && <span className="pr-2 whitespace-nowrap text-ink-2">{suffix}</span>}
            <Base.Decrement className={cx(stepper, 'border-l border-line')} aria-label="Decrease">
              <Minus size={14} aria-hidden />
            </Base.Decrement>
            <Base.Increment className={stepper} aria-label="Increase">
              <Plus size={14} aria-hidden />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  )
}

/**
 * An amount: people type whole units, `value` is in minor units. `<MoneyField label="Monthly budget" currency="GBP" value={amount}
 * onChange={setAmount} />` with `amount` 50000 for £500.
 */
export function MoneyField(props: Numeric & { currency: string }) {
  const [field, { value, onChange, onBlur, ref, disabled, currency }] = splitField(props)
  const unit = 10 ** minorDigits(currency)
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          id={control.id}
          name={field.name}
          value={value === null ? null : value / unit}
          onValueChange={(next) => onChange(next === null ? null : Math.round(next * unit))}
          min={0}
          format={{ style: 'currency', currency }}
          disabled={disabled}
        >
          <Base.Group className="control flex h-8 items-center" data-bad={control['aria-invalid']}>
            <Base.Input
              {...control}
              ref={ref}
              onBlur={onBlur}
              className="h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right tabular-nums outline-none"
            />
            <span className="border-l border-line px-2.5 text-sm text-ink-2">{currency}</span>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  )
}
