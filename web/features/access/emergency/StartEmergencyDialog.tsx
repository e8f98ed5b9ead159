import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmationField } from '../../../shared/ConfirmationField.tsx'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeMinutes } from '../pim/labels.ts'
import { emergencyLabels, shortestEmergencyReason } from './emergencyLabels.ts'
import type { AccountEmergency } from './types.ts'

const choices = [15, 30, 60, 120]

interface StartEmergencyDialogProps {
  account: { id: string; name: string }
  profiles: AccountEmergency['profiles']
  onOpenChange: (open: boolean) => void
}

export function StartEmergencyDialog({ account, profiles, onOpenChange }: StartEmergencyDialogProps) {
  const start = useCall('startEmergencyAccess', ['emergencyAccess', 'account'], ({ body }) => ({
    what: emergencyLabels.access(profile.role, account.name, describeMinutes(body.minutes)),
    tone: 'danger',
  }))
  const [profileId, setProfile] = useState(profiles[0]!.id)
  const profile = profiles.find((each) => each.id === profileId) ?? profiles[0]!
  const lengths = [...choices.filter((minutes) => minutes < profile.maxMinutes), profile.maxMinutes]
  const [minutes, setMinutes] = useState('30')
  const length = lengths.includes(Number(minutes)) ? Number(minutes) : lengths.at(-1)!
  const [reason, setReason] = useState('')
  const [incident, setIncident] = useState('')
  const [typed, setTyped] = useState('')
  const reasonProblem = reason.trim().length < shortestEmergencyReason ? emergencyLabels.reasonTooShort(shortestEmergencyReason) : undefined
  const nameProblem = typed.trim() === account.name ? undefined : `Type ${account.name}.`
  const form = useForm(start, { reason: reasonProblem, typed: nameProblem }, async () => {
    const body = {
      profileId: profile.id,
      minutes: length,
      reason: reason.trim(),
      ...(incident.trim() ? { incident: incident.trim() } : {}),
    }
    await start.mutateAsync({ params: { id: account.id }, body })
    toast.ok('Granting emergency access', { description: 'This takes a few seconds. The banner on this page shows when it’s active.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Emergency access to ${account.name}`}
      action={emergencyLabels.start}
      variant="danger"
      aside={<StepUpHint needed={!form.problem} />}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {!form.problem && (
        <Banner tone="warn" title={`You get ${profile.role} immediately`}>
          Account owners, tower leads, administrators and auditors are notified, and an incident is opened. After the access ends, submit a
          post-use report within 24 hours.
        </Banner>
      )}
      <TextArea
        label={reasonField.label}
        hint="Describe the problem and what you’ll do."
        maxLength={1_000}
        {...form.text('reason', reason, setReason)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {profiles.length > 1 && (
          <Select
            label="Emergency profile"
            name="profileId"
            options={profiles.map((each) => ({ value: each.id, label: each.name, hint: each.role }))}
            value={profile.id}
            onChange={setProfile}
          />
        )}
        <Select
          label={durationLabel}
          hint={`Up to ${describeMinutes(profile.maxMinutes)}.`}
          options={lengths.map((each) => ({ value: String(each), label: describeMinutes(each) }))}
          {...form.field('minutes', String(length), setMinutes)}
        />
        <TextField
          label="Incident"
          optional
          hint="Leave empty to open a new incident."
          mono
          placeholder="INC0012345"
          {...form.text('incident', incident, setIncident)}
        />
      </div>
      <ConfirmationField expected={account.name} {...form.text('typed', typed, setTyped)} />
    </FormDialog>
  )
}
