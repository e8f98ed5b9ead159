import { useState } from 'react'
import type { NumberFieldProps } from '../ui/controlTypes.ts'
import { Field, splitField } from '../ui/Field.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { numberLabels } from '../ui/numberLabels.ts'
import { Select } from '../ui/Select.tsx'
import { useNumberInput } from '../ui/useNumberInput.ts'
import { spanFieldLabels } from './formLabels.ts'
import { readSpan, type SpanUnit, toWholeDays, unitHours, unitOf } from './spanUnit.ts'

const units = [
  { value: 'days', label: spanFieldLabels.days },
  { value: 'hours', label: spanFieldLabels.hours },
]

/** A duration of whole days or hours; `value`, `min` and `max` are in hours. */
export function SpanField({
  min = 0,
  max,
  value,
  onChange,
  onBlur,
  ...props
}: Omit<NumberFieldProps, 'defaultValue' | 'step' | 'suffix' | 'format'>) {
  const [field, { disabled, onProblem }] = splitField(props)
  const [chosen, setChosen] = useState<SpanUnit>('days')
  // While a person types a fraction of days, the field keeps their text. Then the unit follows the value.
  const [typed, setTyped] = useState<{ unit: SpanUnit; hours: number }>()
  const unit = typed !== undefined && typed.hours === value ? typed.unit : unitOf(value, max, chosen)
  const hours = unitHours[unit]
  const number = useNumberInput({
    value: value === null ? null : value / hours,
    onChange: (amount) => {
      const next = amount === null ? null : Math.round(amount * hours)
      setChosen(unit)
      setTyped(next === null ? undefined : { unit, hours: next })
      onChange(next)
    },
    onBlur: () => {
      setTyped(undefined)
      onBlur?.()
    },
    ...(onProblem && { onProblem }),
    // Steps stop at whole days, so that the unit stays the same.
    min: Math.ceil(min / hours),
    ...(max !== undefined && { max: Math.floor(max / hours) }),
    read: (text) => readSpan(text, unit, min, max),
    explain: (problem) =>
      problem === 'comma' ? numberLabels.wrongComma(unit === 'days' ? 1 : 0) : spanFieldLabels.enterDuration(min, max),
  })
  return (
    <Field {...field} error={number.error ?? field.error}>
      {(control) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <NumberInput number={number} name={field.name} control={control} disabled={disabled} />
          </div>
          <Select
            label={spanFieldLabels.unit(String(field.label))}
            hideLabel
            className="w-24"
            options={max !== undefined && max < unitHours.days ? units.slice(1) : units}
            value={unit}
            onChange={(next) => {
              setChosen(next as SpanUnit)
              if (next === 'days' && value !== null) onChange(toWholeDays(value, min, max))
            }}
          />
        </div>
      )}
    </Field>
  )
}
