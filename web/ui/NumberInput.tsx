import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import type { ChangeEvent, ClipboardEvent } from 'react'
import type { MoneyFieldProps, NumberFieldProps } from './controlTypes.ts'
import { cx } from './cx.ts'
import type { FieldControl, FieldProps } from './Field.tsx'
import { currencySign, minorDigits } from './format.ts'
import { locale } from './locale.ts'

interface InputBinding {
  name: string | undefined
  control: FieldControl
}

const spaces = /(?<=\d)\s+(?=\d)/gu

/** Base UI ignores typed numbers with spaces, and reads a pasted “1 000” as 1. */
const withoutSpaces = {
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = currentTarget.value.replace(spaces, '')
    if (text !== currentTarget.value) currentTarget.value = text
  },
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
    const { currentTarget: input, clipboardData } = event
    const pasted = clipboardData.getData('text/plain').trim()
    const text = pasted.replace(spaces, '')
    if (text === pasted) return
    event.preventDefault()
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  },
}

const stepper = 'grid h-full w-7 shrink-0 place-content-center text-ink-2 hover:bg-hover hover:text-ink data-disabled:opacity-40'

export function NumberInput({
  value,
  onChange,
  onBlur,
  ref,
  suffix,
  name,
  control,
  ...number
}: Omit<NumberFieldProps, keyof FieldProps> & InputBinding) {
  return (
    <Base.Root {...number} locale={locale} id={control.id} name={name} value={value} onValueChange={onChange}>
      <Base.Group className="control flex h-8 items-center overflow-hidden" data-bad={control['aria-invalid']}>
        <Base.Input
          {...control}
          {...withoutSpaces}
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
  )
}

export function MoneyInput({
  value,
  onChange,
  onBlur,
  ref,
  disabled,
  currency,
  name,
  control,
}: Omit<MoneyFieldProps, keyof FieldProps> & InputBinding) {
  const unit = 10 ** minorDigits(currency)
  return (
    <Base.Root
      locale={locale}
      id={control.id}
      name={name}
      value={value === null ? null : value / unit}
      onValueChange={(next) => onChange(next === null ? null : Math.round(next * unit))}
      min={0}
      format={{ style: 'currency', currency }}
      disabled={disabled}
    >
      <Base.Group className="control flex h-8 items-center" data-bad={control['aria-invalid']}>
        <Base.Input
          {...control}
          {...withoutSpaces}
          ref={ref}
          onBlur={onBlur}
          placeholder={currencySign(currency)}
          className="h-full w-full min-w-0 rounded-md bg-transparent px-2.5 tabular-nums outline-none"
        />
      </Base.Group>
    </Base.Root>
  )
}
