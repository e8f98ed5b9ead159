import { Minus, Plus } from 'lucide-react'
import type { MoneyFieldProps, NumberFieldProps } from './controlTypes.ts'
import { cx } from './cx.ts'
import type { FieldControl, FieldProps } from './Field.tsx'
import { currencySign, minorDigits } from './format.ts'
import { uiLabels } from './labels.ts'
import { useNumberInput } from './useNumberInput.ts'

interface InputBinding {
  name: string | undefined
  control: FieldControl
}

const stepper = 'grid h-full w-7 shrink-0 place-content-center text-ink-2 hover:bg-hover hover:text-ink disabled:opacity-40'

export function NumberInput({ suffix, disabled, name, control, ...number }: Omit<NumberFieldProps, keyof FieldProps> & InputBinding) {
  const { inputProps, decreaseProps, increaseProps } = useNumberInput(number)
  return (
    <div
      className="control flex h-8 items-center overflow-hidden"
      data-bad={control['aria-invalid']}
      data-disabled={disabled ? '' : undefined}
    >
      <input
        {...inputProps}
        {...control}
        name={name}
        disabled={disabled}
        aria-roledescription="Number field"
        className="h-full w-full min-w-0 bg-transparent px-2.5 tabular-nums outline-none"
      />
      {suffix && <span className="pr-2 whitespace-nowrap text-ink-2">{suffix}</span>}
      <button
        {...decreaseProps}
        disabled={disabled || decreaseProps.disabled}
        className={cx(stepper, 'border-l border-line')}
        aria-label={uiLabels.decrease}
      >
        <Minus size={14} aria-hidden />
      </button>
      <button {...increaseProps} disabled={disabled || increaseProps.disabled} className={stepper} aria-label={uiLabels.increase}>
        <Plus size={14} aria-hidden />
      </button>
    </div>
  )
}

export function MoneyInput({
  value,
  onChange,
  onBlur,
  disabled,
  currency,
  name,
  control,
}: Omit<MoneyFieldProps, keyof FieldProps> & InputBinding) {
  const unit = 10 ** minorDigits(currency)
  const { inputProps } = useNumberInput({
    value: value === null ? null : value / unit,
    onChange: (next) => onChange(next === null ? null : Math.round(next * unit)),
    ...(onBlur && { onBlur }),
    min: 0,
    format: { style: 'currency', currency },
  })
  return (
    <div className="control flex h-8 items-center" data-bad={control['aria-invalid']} data-disabled={disabled ? '' : undefined}>
      <input
        {...inputProps}
        {...control}
        name={name}
        disabled={disabled}
        aria-roledescription="Number field"
        placeholder={currencySign(currency)}
        className="h-full w-full min-w-0 rounded-md bg-transparent px-2.5 tabular-nums outline-none"
      />
    </div>
  )
}
