import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { SaveSetting } from './SaveSetting.tsx'
import type { Maintenance } from './types.ts'

const toLocalTime = (timestamp: string | null): string => {
  if (!timestamp) return ''
  const time = new Date(timestamp)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const toUtc = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export function MaintenanceForm({
  value,
  version,
  deniedReason,
}: {
  value: Maintenance
  version: number
  deniedReason?: string | undefined
}) {
  const send = useCall('updateSetting', ['setting', 'maintenance'])
  const [mode, setMode] = useState(value.mode)
  const [message, setMessage] = useState(value.message)
  const [from, setFrom] = useState(toLocalTime(value.startsAt))
  const [to, setTo] = useState(toLocalTime(value.until))
  const [pauseWork, setPauseWork] = useState(value.pauseWork)
  const isUnchanged =
    mode === value.mode &&
    (mode === 'off' ||
      (message === value.message &&
        from === toLocalTime(value.startsAt) &&
        to === toLocalTime(value.until) &&
        pauseWork === value.pauseWork))
  const isAnnounced = mode !== 'off'
  const silent = mode === 'banner' && message.trim() === '' ? 'Enter the banner text.' : undefined
  const endProblem = !isAnnounced || !to ? undefined : from && to <= from ? 'Enter an end time after the start time.' : undefined
  const form = useForm(send, { 'value.message': silent, 'value.until': endProblem }, async () => {
    // The banner has only one line.
    const text = message.replace(/\s+/g, ' ').trim()
    const times = isAnnounced ? { startsAt: toUtc(from), until: toUtc(to) } : { startsAt: null, until: null }
    const next = { mode, message: text, ...times, pauseWork: mode === 'readOnly' && pauseWork }
    await send.mutateAsync({ params: { name: 'maintenance' }, body: { value: next }, headers: ifMatch(version) })
    toast.ok(mode === 'off' ? 'Maintenance mode ended' : 'Maintenance settings saved')
  })
  return (
    <Form onSubmit={form.submit} className="space-y-4">
      <FormProblem problem={form.problem} />
      <RadioCards
        columns={3}
        label="Mode"
        name="mode"
        value={mode}
        onChange={(next) => setMode(next as Maintenance['mode'])}
        options={[
          { value: 'off', label: 'Off', hint: 'No banner. All users can make changes.' },
          { value: 'banner', label: 'Banner only', hint: 'All users see the text and can make changes.' },
          { value: 'readOnly', label: 'Read-only', hint: 'Only administrators can make changes. Alerts are still accepted.' },
        ]}
      />
      {isAnnounced && (
        <>
          <TextArea
            label="Banner text"
            maxLength={300}
            rows={2}
            value={message}
            error={form.errorOf('value.message')}
            onChange={({ target }) => setMessage(target.value)}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Start"
              hint="Leave empty to start now."
              type="datetime-local"
              value={from}
              error={form.errorOf('value.startsAt')}
              onChange={({ target }) => setFrom(target.value)}
            />
            <TextField
              label="End"
              hint="Leave empty for no end time."
              type="datetime-local"
              value={to}
              error={endProblem ?? form.errorOf('value.until')}
              onChange={({ target }) => setTo(target.value)}
            />
          </div>
        </>
      )}
      {mode === 'readOnly' && (
        <Checkbox
          label="Pause runs"
          hint="Paused runs continue after maintenance. No data is lost."
          checked={pauseWork}
          onChange={({ target }) => setPauseWork(target.checked)}
        />
      )}
      <SaveSetting deniedReason={deniedReason} busy={form.busy} isUnchanged={isUnchanged} />
    </Form>
  )
}
