import { Field } from '../../../ui/Field.tsx'
import { minutesInWords, stepOf } from './words.ts'

interface DurationFieldProps {
  label: string
  hint?: string
  value: number
  onChange: (minutes: number) => void
  /** The minimum; default one step. */
  least?: number
  most: number
  error?: string | undefined
}

export function DurationField({ label, hint, value, onChange, least, most, error }: DurationFieldProps) {
  const step = stepOf(most)
  const min = Math.min(least ?? step, most)
  return (
    <Field
      label={label}
      hint={hint}
      name="durationMinutes"
      error={error}
      aside={<output className="font-medium tabular-nums">{minutesInWords(value)}</output>}
    >
      {(control) => (
        <>
          <input
            {...control}
            type="range"
            min={min}
            max={most}
            step={step}
            value={value}
            aria-valuetext={minutesInWords(value)}
            onChange={(event) => onChange(Math.min(most, Number(event.target.value)))}
            className="block h-8 w-full cursor-pointer accent-accent"
          />
          <div aria-hidden className="flex justify-between text-xs text-ink-3 tabular-nums">
            <span>{minutesInWords(min)}</span>
            <span>{minutesInWords(most)} (maximum)</span>
          </div>
        </>
      )}
    </Field>
  )
}
