import { Field } from '../../../ui/Field.tsx'
import { describeMinutes, sliderStep } from './labels.ts'

interface DurationFieldProps {
  label: string
  hint?: string
  value: number
  onChange: (minutes: number) => void
  /** In minutes. The default is one step. */
  least?: number
  max: number
  error?: string | undefined
}

export function DurationField({ label, hint, value, onChange, least, max, error }: DurationFieldProps) {
  const step = sliderStep(max)
  const min = Math.min(least ?? step, max)
  return (
    <Field
      label={label}
      hint={hint}
      name="durationMinutes"
      error={error}
      aside={<output className="font-medium tabular-nums">{describeMinutes(value)}</output>}
    >
      {(control) => (
        <>
          <input
            {...control}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={describeMinutes(value)}
            onChange={(event) => onChange(Math.min(max, Number(event.target.value)))}
            className="block h-8 w-full cursor-pointer accent-accent"
          />
          <div aria-hidden className="flex justify-between text-xs text-ink-3 tabular-nums">
            <span>{describeMinutes(min)}</span>
            <span>{describeMinutes(max)} (maximum)</span>
          </div>
        </>
      )}
    </Field>
  )
}
