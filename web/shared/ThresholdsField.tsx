import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/Button.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { formatMoney } from '../ui/format.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { maxAlertPercent, nextAlert, type Thresholds } from './budgetAlerts.ts'

const bases = [
  { value: 'actual', label: 'of the budget is spent' },
  { value: 'forecast', label: 'of the budget will be spent' },
]

interface ThresholdsFieldProps {
  value: Thresholds
  budget: number | null
  currency: string
  error: string | undefined
  onChange: (value: Thresholds) => void
}

export function ThresholdsField({ value, budget, currency, error, onChange }: ThresholdsFieldProps) {
  const set = (index: number, change: Partial<Thresholds[number]>) =>
    onChange(value.map((item, position) => (position === index ? { ...item, ...change } : item)))
  return (
    <FieldGroup label="Send an alert when" name="budget.thresholds" error={error}>
      <ul className="space-y-2">
        {value.map((threshold, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <li key={index} className="flex flex-wrap items-center gap-2">
            <NumberField
              label={`Share of the budget, alert ${index + 1}`}
              hideLabel
              className="w-36"
              min={1}
              max={maxAlertPercent}
              suffix="%"
              value={threshold.percent}
              onChange={(percent) => set(index, { percent: percent ?? 0 })}
            />
            <Select
              label={`Measured by, alert ${index + 1}`}
              hideLabel
              className="w-56"
              options={bases}
              value={threshold.basis}
              onChange={(basis) => set(index, { basis: basis as Thresholds[number]['basis'] })}
            />
            {budget !== null && (
              <span className="text-sm text-ink-2 tabular-nums">
                at {formatMoney({ amount: Math.round((budget * threshold.percent) / 100), currency }, { strip: true })}
              </span>
            )}
            <IconButton
              icon={X}
              size="sm"
              label={`Remove alert ${index + 1}`}
              disabledReason={value.length === 1 ? 'Keep at least one budget alert.' : undefined}
              onClick={() => onChange(value.filter((_, position) => position !== index))}
            />
          </li>
        ))}
      </ul>
      {value.length < 5 && (
        <Button size="sm" variant="quiet" icon={Plus} className="mt-1.5 -ml-2" onClick={() => onChange([...value, nextAlert(value)])}>
          Add alert
        </Button>
      )}
    </FieldGroup>
  )
}
