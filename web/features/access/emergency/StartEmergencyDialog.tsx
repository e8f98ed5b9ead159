import { useId, useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { AccountEmergency } from './types.ts'

const shortest = 20
const choices = [15, 30, 60, 120]
const inWords = (minutes: number) => (minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`)

interface StartEmergencyDialogProps {
  account: { id: string; name: string }
  profiles: AccountEmergency['profiles']
  onOpenChange: (open: boolean) => void
}

/** The dialog is as short as possible for an emergency: reason, duration, and the account’s name as confirmation. */
export function StartEmergencyDialog({ account, profiles, onOpenChange }: StartEmergencyDialogProps) {
  const id = useId()
  const start = useCall('startEmergencyAccess', ['emergencyAccess', 'account'])
  const [profileId, setProfile] = useState(profiles[0]!.id)
  const profile = profiles.find((each) => each.id === profileId) ?? profiles[0]!
  const lengths = [...choices.filter((minutes) => minutes < profile.maxMinutes), profile.maxMinutes]
  const [minutes, setMinutes] = useState('30')
  const length = lengths.includes(Number(minutes)) ? Number(minutes) : lengths.at(-1)!
  const [reason, setReason] = useState('')
  const [incident, setIncident] = useState('')
  const [typed, setTyped] = useState('')
  const short = reason.trim().length < shortest ? `Say what is on fire and what you will do: at least ${shortest} characters.` : undefined
  const wrongName = typed.trim() === account.name ? undefined : `Type ${account.name}.`
  const form = useForm(start, { reason: short, typed: wrongName }, async () => {
    const body = {
      profileId: profile.id,
      minutes: length,
      reason: reason.trim(),
      ...(incident.trim() ? { incident: incident.trim() } : {}),
    }
    await start.mutateAsync({ params: { id: account.id }, body })
    toast.ok('You are being let in', { description: 'It takes Azure some seconds. The banner on this page says when you are in.' })
    onOpenChange(false)
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Emergency access to ${account.name}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="danger" loading={form.busy}>
            Get in now
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.submit} className="space-y-4">
        {form.problem ? (
          <FormProblem problem={form.problem} />
        ) : (
          <Banner tone="warn" title={`You become ${profile.role} at once, and everybody hears of it`}>
            The owners, the tower’s leads, the administrators and the auditors are told now. An incident is opened. It ends by itself, and
            within 24 hours you say what you did; somebody else reads it.
          </Banner>
        )}
        <TextArea
          label="What is on fire, and what will you do?"
          name="reason"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={form.errorOf('reason')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {profiles.length > 1 && (
            <Select
              label="As who is on call for"
              name="profileId"
              options={profiles.map((each) => ({ value: each.id, label: each.name, hint: each.role }))}
              value={profile.id}
              onChange={setProfile}
            />
          )}
          <Select
            label="For how long?"
            hint={`At most ${inWords(profile.maxMinutes)}; less is better.`}
            name="minutes"
            options={lengths.map((each) => ({ value: String(each), label: inWords(each) }))}
            value={String(length)}
            onChange={setMinutes}
            error={form.errorOf('minutes')}
          />
          <TextField
            label="Incident"
            name="incident"
            optional
            hint="Without one Slipway opens one."
            mono
            placeholder="INC0012345"
            value={incident}
            onChange={(event) => setIncident(event.target.value)}
            error={form.errorOf('incident')}
          />
        </div>
        <TextField
          label={
            <>
              Type <code className="rounded-sm bg-sunken px-1 font-mono text-sm select-all">{account.name}</code> so that it is the right
              one
            </>
          }
          name="typed"
          mono
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={form.errorOf('typed')}
        />
      </Form>
    </Dialog>
  )
}
