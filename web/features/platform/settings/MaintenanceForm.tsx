import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox, RadioCards } from '../../../ui/Choice.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Maintenance } from './types.ts'

const localOf = (at: string | null): string => {
  if (!at) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const utcOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export function MaintenanceForm({
  value,
  version,
  disabledReason,
}: {
  value: Maintenance
  version: number
  disabledReason?: string | undefined
}) {
  const send = useCall('updateSetting', ['setting', 'maintenance'])
  const [mode, setMode] = useState(value.mode)
  const [message, setMessage] = useState(value.message)
  const [from, setFrom] = useState(localOf(value.startsAt))
  const [to, setTo] = useState(localOf(value.until))
  const [pauseWork, setPauseWork] = useState(value.pauseWork)
  const announced = mode !== 'off'
  const silent = mode === 'banner' && message.trim() === '' ? 'Enter the banner text.' : undefined
  const backwards = !announced || !to ? undefined : from && to <= from ? 'Enter an end time after the start time.' : undefined
  const form = useForm(send, { 'value.message': silent, 'value.until': backwards }, async () => {
    // The banner has a single line.
    const text = message.replace(/\s+/g, ' ').trim()
    const times = announced ? { startsAt: utcOf(from), until: utcOf(to) } : { startsAt: null, until: null }
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
          { value: 'off', label: 'Off', hint: 'No banner, no limits.' },
          { value: 'banner', label: 'Banner only', hint: 'All users see the text and can make changes.' },
          { value: 'readOnly', label: 'Read only', hint: 'Only administrators can make changes. Alerts are still accepted.' },
        ]}
      />
      {announced && (
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
              label="From"
              hint="Leave empty to start now"
              type="datetime-local"
              value={from}
              error={form.errorOf('value.startsAt')}
              onChange={({ target }) => setFrom(target.value)}
            />
            <TextField
              label="Until"
              hint="Leave empty to end it yourself"
              type="datetime-local"
              value={to}
              error={backwards ?? form.errorOf('value.until')}
              onChange={({ target }) => setTo(target.value)}
            />
          </div>
        </>
      )}
      {mode === 'readOnly' && (
        <Checkbox
          label="Pause runs"
          hint="Runs continue after maintenance. Nothing is lost."
          checked={pauseWork}
          onChange={({ target }) => setPauseWork(target.checked)}
        />
      )}
      <Button type="submit" variant="primary" loading={form.busy} disabledReason={disabledReason}>
        Save
      </Button>
    </Form>
  )
}
