import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { FieldControl } from './Field.tsx'
import { uiLabels } from './labels.ts'
import type { NumberInputProps } from './useNumberInput.ts'

interface InputBinding {
  number: NumberInputProps
  control: FieldControl
  name: string | undefined
  disabled?: boolean | undefined
}

const stepper = 'grid h-full w-7 shrink-0 place-content-center text-ink-2 hover:bg-hover hover:text-ink disabled:opacity-40'

export function NumberInput({ number, control, name, disabled, suffix }: InputBinding & { suffix?: ReactNode }) {
  const { inputProps, decreaseProps, increaseProps } = number
  return (
    <div
      className="control flex h-8 items-center overflow-hidden"
      data-bad={control['aria-invalid']}
      data-disabled={disabled ? '' : undefined}
    >
      <input
        {...control}
        {...inputProps}
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

export function MoneyInput({ number, control, name, disabled, placeholder }: InputBinding & { placeholder: string }) {
  return (
    <div className="control flex h-8 items-center" data-bad={control['aria-invalid']} data-disabled={disabled ? '' : undefined}>
      <input
        {...control}
        {...number.inputProps}
        name={name}
        disabled={disabled}
        aria-roledescription="Number field"
        placeholder={number.inputProps.placeholder ?? placeholder}
        className="h-full w-full min-w-0 rounded-md bg-transparent px-2.5 tabular-nums outline-none"
      />
    </div>
  )
}
