import { useState } from 'react'
import { SpanField } from '../../../shared/SpanField.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Rows } from './Rows.tsx'
import type { TemplatePartProps } from './templatePart.ts'

const actions = [
  { value: 'notify', label: 'Notify owners' },
  { value: 'freeze', label: 'Freeze sandbox' },
]

export function TemplateWatch({ draft, change, errorOf }: TemplatePartProps) {
  const [reminders, setReminders] = useState(draft.reminderHours.join(', '))
  return (
    <>
      <Rows
        legend="Budget thresholds"
        hint="Freezing suspends compute and access. All data is kept."
        name="thresholds"
        what="threshold"
        least={1}
        max={6}
        rows={draft.thresholds}
        error={errorOf('thresholds')}
        another={() => ({ percent: 100, action: 'notify' as const })}
        onChange={(thresholds) => change({ thresholds })}
      >
        {(row, set, index) => (
          <>
            <NumberField
              label={`Percentage of the budget, threshold ${index + 1}`}
              hideLabel
              className="w-32"
              suffix="%"
              min={1}
              max={100}
              value={row.percent}
              onChange={(percent) => set({ percent: percent ?? 1 })}
            />
            <Select
              label={`Action, threshold ${index + 1}`}
              hideLabel
              className="w-44"
              options={actions}
              value={row.action}
              onChange={(action) => set({ action: action as typeof row.action })}
            />
          </>
        )}
      </Rows>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Reminders"
          name="reminderHours"
          optional
          hint="Hours before the lease ends, earliest first, such as 48, 24, 4."
          inputMode="numeric"
          value={reminders}
          error={errorOf('reminderHours')}
          onChange={(event) => {
            setReminders(event.target.value)
            change({
              reminderHours: event.target.value
                .split(/[\s,;]+/)
                .map(Number)
                .filter((hours) => Number.isInteger(hours) && hours > 0),
            })
          }}
        />
        <div>
          <Checkbox
            label="Notify owners of unused sandboxes"
            checked={draft.idleHours !== null}
            onChange={(event) => change({ idleHours: event.target.checked ? 48 : null })}
          />
          {draft.idleHours !== null && (
            <SpanField
              label="Unused for"
              name="idleHours"
              className="mt-2"
              min={4}
              max={720}
              value={draft.idleHours}
              error={errorOf('idleHours')}
              onChange={(hours) => change({ idleHours: hours ?? 4 })}
            />
          )}
        </div>
      </div>
    </>
  )
}
