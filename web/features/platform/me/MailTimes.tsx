import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, Switch } from '../../../ui/Checkbox.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { mailSettingLabels } from './labels.ts'
import type { NotificationSettings, SettingsChange } from './types.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))
const zoneOption = (value: string) => ({ value, label: value.replaceAll('_', ' ') })
const defaults = { from: '18:00', to: '08:00', weekends: true }

interface MailTimesProps {
  settings: NotificationSettings
  busy: boolean
  onChange: (change: SettingsChange) => Promise<void>
}

export function MailTimes({ settings: { quietHours, digestHour, timeZone }, busy, onChange }: MailTimesProps) {
  const [hasQuietHours, setHasQuietHours] = useState(quietHours !== null)
  const [times, setTimes] = useState(quietHours ?? defaults)
  const [zone, setZone] = useState(timeZone)
  const [digest, setDigest] = useState(String(digestHour))
  const same = hasQuietHours && times.from === times.to ? 'Enter an end time that differs from the start time.' : undefined
  const submit = () => {
    if (busy || same) return
    void onChange({ quietHours: hasQuietHours ? times : null, timeZone: zone, digestHour: Number(digest) })
  }
  const zones = useMemo(() => [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].map(zoneOption), [timeZone])
  return (
    <Panel title="Email schedule">
      <Form onSubmit={submit} aria-label="Email schedule" className="space-y-4">
        <div className="grid max-w-xl gap-4 sm:grid-cols-2">
          <Select label="Daily summary at" name="digestHour" options={hours} value={digest} onChange={setDigest} />
          <Combobox
            label="Time zone"
            name="timeZone"
            options={zones}
            value={zoneOption(zone)}
            onChange={(next) => next && setZone(next.value)}
          />
        </div>
        <Switch
          label={mailSettingLabels.quietHours}
          hint="Email waits until quiet hours end. Urgent email is sent immediately."
          checked={hasQuietHours}
          onChange={(event) => setHasQuietHours(event.target.checked)}
        />
        {hasQuietHours && (
          <div className="max-w-xl space-y-3 border-l-2 border-line pl-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="From"
                name="quietHours.from"
                type="time"
                value={times.from}
                onChange={(event) => setTimes({ ...times, from: event.target.value || defaults.from })}
              />
              <TextField
                label="To"
                name="quietHours.to"
                type="time"
                value={times.to}
                error={same}
                onChange={(event) => setTimes({ ...times, to: event.target.value || defaults.to })}
              />
            </div>
            <Checkbox
              label="All day on Saturdays and Sundays"
              checked={times.weekends}
              onChange={(event) => setTimes({ ...times, weekends: event.target.checked })}
            />
          </div>
        )}
        <Button type="submit" variant="primary" loading={busy}>
          {mailSettingLabels.save}
        </Button>
      </Form>
    </Panel>
  )
}
