import { SpanField } from '../../../shared/SpanField.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Rows } from './Rows.tsx'
import { templateFormLabels } from './templateLabels.ts'
import type { TemplatePartProps } from './templatePart.ts'

const actions = [
  { value: 'notify', label: 'Notify owners' },
  { value: 'freeze', label: 'Freeze sandbox' },
]

const maxReminderHours = 720

export function TemplateWatch({ draft, change, errorOf }: TemplatePartProps) {
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
        <Rows
          legend="Reminders before the end"
          hint="Owners are reminded at each of these times."
          name="reminderHours"
          what="reminder"
          least={0}
          max={6}
          rows={draft.reminderHours.map((hours) => ({ hours }))}
          error={errorOf('reminderHours')}
          another={() => ({ hours: Math.min(maxReminderHours, Math.max(...draft.reminderHours, 0) + 24) })}
          onChange={(rows) => change({ reminderHours: rows.map(({ hours }) => hours) })}
        >
          {(row, set, index) => (
            <SpanField
              label={templateFormLabels.reminder(index + 1)}
              hideLabel
              className="w-52"
              min={1}
              max={maxReminderHours}
              value={row.hours}
              onChange={(hours) => hours !== null && set({ hours })}
            />
          )}
        </Rows>
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
              onChange={(hours) => hours !== null && change({ idleHours: hours })}
            />
          )}
        </div>
      </div>
    </>
  )
}
