import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { type Ref, useCallback } from 'react'
import { type MoneyFieldProps, type NumberFieldProps, numberLook, type Start } from './controlTypes.ts'
import type { FieldControl, FieldProps } from './Field.tsx'
import { minorDigits } from './format.ts'
import { useStart } from './useStart.ts'

/** `typed` was entered before this part was loaded. */
interface Loaded {
  name: string | undefined
  control: FieldControl
  start: Start
  typed: string | undefined
}

/** The part of `NumberField` that is loaded when it is first used. */
export function NumberInput({
  value,
  onChange,
  onBlur,
  ref,
  suffix,
  name,
  control,
  start,
  typed,
  ...number
}: Omit<NumberFieldProps, keyof FieldProps> & Loaded) {
  const input = useTyped(start, ref, typed)
  return (
    <Base.Root {...number} id={control.id} name={name} value={value} onValueChange={onChange}>
      <Base.Group className={numberLook.box} data-bad={control['aria-invalid']}>
        <Base.Input {...control} ref={input} onBlur={onBlur} className={numberLook.input} />
        {suffix && <span className={numberLook.suffix}>{suffix}</span>}
        <Base.Decrement className={numberLook.decrease} aria-label="Decrease">
          <Minus size={14} aria-hidden />
        </Base.Decrement>
        <Base.Increment className={numberLook.increase} aria-label="Increase">
          <Plus size={14} aria-hidden />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  )
}

/** The part of `MoneyField` that is loaded when it is first used. */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  ref,
  disabled,
  currency,
  name,
  control,
  start,
  typed,
}: Omit<MoneyFieldProps, keyof FieldProps> & Loaded) {
  const unit = 10 ** minorDigits(currency)
  const input = useTyped(start, ref, typed)
  return (
    <Base.Root
      id={control.id}
      name={name}
      value={value === null ? null : value / unit}
      onValueChange={(next) => onChange(next === null ? null : Math.round(next * unit))}
      min={0}
      format={{ style: 'currency', currency }}
      disabled={disabled}
    >
      <Base.Group className={numberLook.moneyBox} data-bad={control['aria-invalid']}>
        <Base.Input {...control} ref={input} onBlur={onBlur} className={numberLook.moneyInput} />
        <span className={numberLook.currency}>{currency}</span>
      </Base.Group>
    </Base.Root>
  )
}

/** Enters again what was typed into the plain input, so that it is read in the same way. */
function useTyped(start: Start, ref: Ref<HTMLInputElement> | undefined, typed: string | undefined) {
  const taken = useStart(start, ref)
  return useCallback(
    (input: HTMLInputElement | null) => {
      taken(input)
      if (!input || typed === undefined || input.dataset['typed']) return
      input.dataset['typed'] = 'true'
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    [taken, typed],
  )
}
