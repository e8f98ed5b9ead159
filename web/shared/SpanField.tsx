import { useState } from 'react'
import type { NumberFieldProps } from '../ui/controlTypes.ts'
import { Field, splitField } from '../ui/Field.tsx'
import { NumberInput } from '../ui/NumberInput.tsx'
import { Select } from '../ui/Select.tsx'
import { spanFieldLabels } from './formLabels.ts'
import { type SpanUnit, toWholeDays, unitHours, unitOf } from './spanUnit.ts'

const units = [
  { value: 'days', label: spanFieldLabels.days },
  { value: 'hours', label: spanFieldLabels.hours },
]

/** A duration of whole days or hours; `value`, `min` and `max` are in hours. */
export function SpanField({ min = 0, max, value, onChange, ...props }: Omit<NumberFieldProps, 'step' | 'suffix' | 'format'>) {
  const [field, number] = splitField(props)
  const [chosen, setChosen] = useState<SpanUnit>('days')
  const unit = unitOf(value, max, chosen)
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
              min={Math.ceil(min / hours)}
              max={max === undefined ? undefined : Math.floor(max / hours)}
              value={value === null ? null : value / hours}
              onChange={(next) => {
                setChosen(unit)
                onChange(next === null ? null : Math.round(next) * hours)
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
