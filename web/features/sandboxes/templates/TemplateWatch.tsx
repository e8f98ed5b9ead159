import { useState } from 'react'
import { Checkbox } from '../../../ui/Choice.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { Rows } from './Rows.tsx'
import type { TemplatePartProps } from './templatePart.ts'

const actions = [
  { value: 'notify', label: 'tell the owners' },
  { value: 'freeze', label: 'freeze it' },
]

export function TemplateWatch({ draft, change, errorOf }: TemplatePartProps) {
  const [reminders, setReminders] = useState(draft.reminderHours.join(', '))
  return (
    <>
      <Rows
        legend="When so much of the budget is used"
        hint="Freezing stops machines and takes access off; everything in it is kept."
        name="thresholds"
        what="threshold"
        least={1}
        most={6}
        rows={draft.thresholds}
        error={errorOf('thresholds')}
        another={() => ({ percent: 100, action: 'notify' as const })}
        onChange={(thresholds) => change({ thresholds })}
      >
        {(row, set, place) => (
          <>
            <NumberField
              label={`Share of the budget, threshold ${place + 1}`}
              hideLabel
              className="w-32"
              suffix="%"
              min={1}
              max={100}
              value={row.percent}
              onChange={(percent) => set({ percent: percent ?? 1 })}
            />
            <Select
              label={`What happens, threshold ${place + 1}`}
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
          hint="Hours before its end, the earliest first: 48, 24, 4."
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
            label="Propose stopping early when nobody uses it"
            checked={draft.idleHours !== null}
            onChange={(event) => change({ idleHours: event.target.checked ? 48 : null })}
          />
          {draft.idleHours !== null && (
            <NumberField
              label="After so many hours without use"
              name="idleHours"
              className="mt-2"
              suffix="hours"
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
