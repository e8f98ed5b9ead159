import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea, TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf } from './days.ts'
import { stays, usualStay } from './stay.ts'
import type { AccessGroup, Account } from './types.ts'
import { forGood, shortestReason, whatItLets } from './words.ts'

interface GrantDialogProps {
  account: Account
  group: AccessGroup
  onOpenChange: (open: boolean) => void
}

/** Grants access without a request, for administrators. */
export function GrantDialog({ account, group, onOpenChange }: GrantDialogProps) {
  const send = useCall('grantAccountAccess', ['account', 'groupAssignment'])
  const [people, setPeople] = useState<Person[]>([])
  const [duration, setDuration] = useState(usualStay(group.maxDurationHours))
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [both, setBoth] = useState(false)
  const [person] = people
  const nobody = person ? undefined : 'Choose whom to let in.'
  const short = reason.trim().length < shortestReason ? `Say in a sentence why: at least ${shortestReason} characters.` : undefined
  const form = useForm(send, { personId: nobody, reason: short }, async () => {
    if (!person) return
    const body = {
      personId: person.id,
      reason: reason.trim(),
      durationHours: duration === forGood ? null : Number(duration),
      ...(day ? { startsAt: new Date(`${day}T00:00:00`).toISOString() } : {}),
      ...(both ? { despiteConflicts: true } : {}),
    }
    await send.mutateAsync({ params: { id: group.id }, body })
    toast.ok(`${person.displayName} ${day ? 'will be' : 'is being'} let into ${group.name}`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title="Grant access"
      description={`${whatItLets(group)} in ${account.name}, as a member of ${group.name}. Nobody else is asked.`}
      action="Grant access"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Who"
        name="personId"
        hint="Never yourself: ask for that like everybody else."
        value={people}
        onChange={(chosen) => setPeople(chosen.slice(-1))}
        error={form.errorOf('personId')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="For how long?"
          name="durationHours"
          options={stays(group.maxDurationHours)}
          value={duration}
          onChange={setDuration}
          error={form.errorOf('durationHours')}
        />
        <TextField
          label="From"
          name="startsAt"
          type="date"
          optional
          hint="At once, when left empty."
          min={dayOf(new Date(Date.now() + 86_400_000).toISOString())}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          error={form.errorOf('startsAt')}
        />
      </div>
      <TextArea
        label="Why"
        name="reason"
        hint="They and the owners of the account read it."
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
      {form.problem?.code === 'conflict' && (
        <Checkbox
          label="They are to have both all the same"
          hint="It is written down with your name."
          name="despiteConflicts"
          checked={both}
          onChange={(event) => setBoth(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
