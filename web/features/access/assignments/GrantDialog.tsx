import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { durationLabel, reasonField } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf } from './dayBounds.ts'
import { defaultDuration, durationOptions } from './duration.ts'
import { abilitiesText, grantLabels, permanentValue, shortestReason } from './labels.ts'
import type { AccessGroup, Account } from './types.ts'

interface GrantDialogProps {
  account: Account
  group: AccessGroup
  onOpenChange: (open: boolean) => void
}

export function GrantDialog({ account, group, onOpenChange }: GrantDialogProps) {
  const send = useCall('grantAccountAccess', ['account', 'groupAssignment'])
  const [people, setPeople] = useState<Person[]>([])
  const [duration, setDuration] = useState(defaultDuration(group.maxDurationHours))
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [ignoresConflicts, setIgnoresConflicts] = useState(false)
  const [person] = people
  const personProblem = person ? undefined : grantLabels.noPerson
  const reasonProblem = reason.trim().length < shortestReason ? reasonField.tooShort(shortestReason) : undefined
  const form = useForm(send, { personId: personProblem, reason: reasonProblem }, async () => {
    if (!person) return
    const body = {
      personId: person.id,
      reason: reason.trim(),
      durationHours: duration === permanentValue ? null : Number(duration),
      ...(day ? { startsAt: new Date(`${day}T00:00:00`).toISOString() } : {}),
      ...(ignoresConflicts ? { despiteConflicts: true } : {}),
    }
    await send.mutateAsync({ params: { id: group.id }, body })
    toast.ok(day ? `Access to ${group.name} scheduled for ${person.displayName}` : `Adding ${person.displayName} to ${group.name}`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={grantLabels.title}
      description={`${abilitiesText(group)} in ${account.name}, as a member of ${group.name}. No approval is needed.`}
      action={grantLabels.title}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label={grantLabels.person}
        name="personId"
        hint="You can’t grant access to yourself. Submit a request instead."
        value={people}
        onChange={(selected) => setPeople(selected.slice(-1))}
        error={form.errorOf('personId')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={durationLabel}
          options={durationOptions(group.maxDurationHours)}
          {...form.field('durationHours', duration, setDuration)}
        />
        <TextField
          label="Start date"
          type="date"
          optional
          hint="Leave empty to start immediately."
          min={dayOf(new Date(Date.now() + 86_400_000).toISOString())}
          {...form.text('startsAt', day, setDay)}
        />
      </div>
      <TextArea
        label={reasonField.label}
        hint="The person and the account owners can read this."
        maxLength={1_000}
        {...form.text('reason', reason, setReason)}
      />
      {form.problem?.code === 'conflict' && (
        <Checkbox
          label="Grant access despite the conflict"
          hint="Recorded in the audit trail under your name."
          name="despiteConflicts"
          checked={ignoresConflicts}
          onChange={(event) => setIgnoresConflicts(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
