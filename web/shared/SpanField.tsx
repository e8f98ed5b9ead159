import { useState } from 'react'
import type { NumberFieldProps } from '../ui/controlTypes.ts'
import { Field, splitField } from '../ui/Field.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { Select } from '../ui/Select.tsx'
import { spanFieldLabels } from './formLabels.ts'
import { type SpanUnit, toHours, toWholeDays, unitHours, unitOf } from './spanUnit.ts'

const units = [
  { value: 'days', label: spanFieldLabels.days },
  { value: 'hours', label: spanFieldLabels.hours },
]

/** A duration of whole days or hours; `value`, `min` and `max` are in hours. */
export function SpanField({ min = 0, max, value, onChange, onBlur, ...props }: Omit<NumberFieldProps, 'step' | 'suffix' | 'format'>) {
  const [field, number] = splitField(props)
  const [chosen, setChosen] = useState<SpanUnit>('days')
  // While a person types a fraction of days, the field keeps their text. Then the unit follows the value.
  const [typed, setTyped] = useState<{ amount: number; unit: SpanUnit; hours: number }>()
  const isTyping = typed !== undefined && typed.hours === value
  const unit = isTyping ? typed.unit : unitOf(value, max, chosen)
  const hours = unitHours[unit]
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <NumberInput
              {...number}
              name={field.name}
              control={control}
              min={Math.floor(min / hours)}
              max={max === undefined ? undefined : max / hours}
              value={isTyping ? typed.amount : value === null ? null : value / hours}
              onChange={(amount) => {
                setChosen(unit)
                const next = amount === null ? null : toHours(amount, unit, min, max)
                setTyped(amount === null || next === null ? undefined : { amount, unit, hours: next })
                onChange(next)
              }}
              onBlur={() => {
                setTyped(undefined)
                onBlur?.()
              }}
            />
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
