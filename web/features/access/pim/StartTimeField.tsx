import { RadioCards } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { localTime } from './labels.ts'

const maxDaysAhead = 30
const dayMs = 86_400_000
const quarterMs = 900_000

interface WhenFieldProps {
  /** An empty value means immediately. */
  value: string
  onChange: (local: string) => void
  approval: boolean
  error?: string | undefined
}

export function StartTimeField({ value, onChange, approval, error }: WhenFieldProps) {
  const now = new Date()
  return (
    <div className="space-y-2">
      <RadioCards
        label="Start"
        options={[
          { value: 'now', label: 'Now', hint: approval ? 'Starts when approved' : 'Takes a few seconds' },
          { value: 'later', label: 'Later', hint: 'Starts automatically' },
        ]}
        value={value === '' ? 'now' : 'later'}
        onChange={(when) =>
          onChange(when === 'now' ? '' : localTime(new Date(Math.ceil((now.getTime() + quarterMs) / quarterMs) * quarterMs)))
        }
      />
      {value !== '' && (
        <TextField
          label="Start time"
          name="startsAt"
          type="datetime-local"
          className="sm:w-64"
          min={localTime(now)}
          max={localTime(new Date(now.getTime() + maxDaysAhead * dayMs))}
          value={value}
          onChange={(event) => onChange(event.target.value || localTime(now))}
          error={error}
        />
      )}
    </div>
  )
}
