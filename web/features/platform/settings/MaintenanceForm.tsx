import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox, RadioCards } from '../../../ui/Checkbox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { SaveSetting } from './SaveSetting.tsx'
import type { Maintenance, Setting } from './types.ts'
import { useSettingDraft } from './useSettingDraft.ts'

const toLocalTime = (timestamp: string | null): string => {
  if (!timestamp) return ''
  const time = new Date(timestamp)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
/** The server rejects what isn’t a time. */
const toUtc = (local: string): string | null => {
  const at = new Date(local)
  return local === '' ? null : Number.isNaN(at.getTime()) ? local : at.toISOString()
}

const draftOf = ({ startsAt, until, ...rest }: Maintenance) => ({ ...rest, from: toLocalTime(startsAt), to: toLocalTime(until) })
const toValue = ({ mode, message, from, to, pauseWork }: ReturnType<typeof draftOf>): Maintenance => ({
  mode,
  // The banner has only one line.
  message: message.replace(/\s+/g, ' ').trim(),
  startsAt: mode === 'off' ? null : toUtc(from),
  until: mode === 'off' ? null : toUtc(to),
  pauseWork: mode === 'readOnly' && pauseWork,
})

export function MaintenanceForm({ setting }: { setting: Setting }) {
  const { draft, setDraft, isUnchanged, send, save } = useSettingDraft(setting, (value) => draftOf(value as Maintenance), toValue)
  const { mode, message, from, to, pauseWork } = draft
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const isAnnounced = mode !== 'off'
  const silent = mode === 'banner' && message.trim() === '' ? 'Enter the banner text.' : undefined
  const endProblem = !isAnnounced || !to ? undefined : from && to <= from ? 'Enter an end time after the start time.' : undefined
  const form = useForm(send, { 'value.message': silent, 'value.until': endProblem }, save)
  return (
    <Form onSubmit={form.submit} className="space-y-4">
      <FormProblem problem={form.problem} />
      <RadioCards
        columns={3}
        label="Mode"
        name="mode"
        value={mode}
        onChange={(next) => change({ mode: next as Maintenance['mode'] })}
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
            onChange={({ target }) => change({ message: target.value })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Start"
              hint="Leave empty to start now."
              type="datetime-local"
              max="9999-12-31T23:59"
              value={from}
              error={form.errorOf('value.startsAt')}
              onChange={({ target }) => change({ from: target.value })}
            />
            <TextField
              label="End"
              hint="Leave empty for no end time."
              type="datetime-local"
              max="9999-12-31T23:59"
              value={to}
              error={endProblem ?? form.errorOf('value.until')}
              onChange={({ target }) => change({ to: target.value })}
            />
          </div>
        </>
      )}
      {mode === 'readOnly' && (
        <Checkbox
          label="Pause runs"
          hint="Paused runs continue after maintenance. No data is lost."
          checked={pauseWork}
          onChange={({ target }) => change({ pauseWork: target.checked })}
        />
      )}
      <SaveSetting deniedReason={reasonOf(setting, 'change')} busy={form.busy} isUnchanged={isUnchanged} />
    </Form>
  )
}
