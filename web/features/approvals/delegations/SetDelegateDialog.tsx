import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/dayBounds.ts'
import type { Absence } from './types.ts'

const today = () => dayOf(new Date().toISOString())

/** Administrators set a delegation for a person who can’t do it. `absence` is an absence from that person’s calendar. */
export function SetDelegateDialog({ absence, onClose }: { absence?: Absence | undefined; onClose: () => void }) {
  const send = useCall('setDelegationFor', ['delegation', 'approval'])
  const [absentPeople, setAbsentPeople] = useState<Person[]>([])
  const [selected, setSelected] = useState<Person[]>([])
  const [to, setTo] = useState(absence?.until ? dayOf(absence.until) : '')
  const [reason, setReason] = useState('')
  const person = absence?.person ?? absentPeople[0]
  const [delegate] = selected
  const form = useForm(
    send,
    { personId: person ? undefined : 'Choose the absent person.', delegateId: delegate ? undefined : 'Choose a delegate.' },
    async () => {
      if (!person || !delegate) return
      const endsAt = to === '' ? null : absence?.until && to === dayOf(absence.until) ? absence.until : endOfDay(to, null)
      await send.mutateAsync({
        body: { personId: person.id, delegateId: delegate.id, endsAt, ...(reason.trim() && { reason: reason.trim() }) },
      })
      toast.ok(`${delegate.displayName} now decides for ${person.displayName}`, { description: 'Both people have been notified.' })
      onClose()
    },
  )
  return (
    <FormDialog
      title={absence ? `Add delegate for ${absence.person.displayName}` : 'Add delegation'}
      description="The delegate decides on pending and new approvals, except on their own requests. Both people are notified, and either can end the delegation."
      action={delegate ? delegationLabels.addPerson(delegate.displayName) : delegationLabels.add}
      form={form}
      onClose={onClose}
    >
      {!absence && (
        <PersonPicker
          label="Absent person"
          name="personId"
          value={absentPeople}
          onChange={(people) => setAbsentPeople(people.slice(-1))}
          error={form.errorOf('personId')}
        />
      )}
      <PersonPicker
        label={delegationLabels.delegate}
        name="delegateId"
        hint="You can’t choose yourself. Another administrator can choose you."
        value={selected}
        onChange={(people) => {
          setSelected(people.slice(-1))
          send.reset()
        }}
        error={form.errorOf('delegateId')}
      />
      <TextField
        label="Last day"
        type="date"
        optional
        hint="Leave empty for no end date."
        min={today()}
        {...form.text('endsAt', to, setTo)}
      />
      <TextField
        label={reasonField.label}
        optional
        hint="Visible to both people and to administrators."
        maxLength={200}
        {...form.text('reason', reason, setReason)}
      />
    </FormDialog>
  )
}
