import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/days.ts'
import type { Absence } from './types.ts'

const today = () => dayOf(new Date().toISOString())

/** Sets a delegation for a person who can’t. `absence` is an absence from their calendar. */
export function NameSomebodyDialog({ absence, onClose }: { absence?: Absence | undefined; onClose: () => void }) {
  const send = useCall('setDelegationFor', ['delegation', 'approval'])
  const [away, setAway] = useState<Person[]>([])
  const [chosen, setChosen] = useState<Person[]>([])
  const [to, setTo] = useState(absence?.until ? dayOf(absence.until) : '')
  const [reason, setReason] = useState('')
  const person = absence?.person ?? away[0]
  const [delegate] = chosen
  const form = useForm(
    send,
    { personId: person ? undefined : 'Choose who is away.', delegateId: delegate ? undefined : 'Choose who decides in their place.' },
    async () => {
      if (!person || !delegate) return
      const endsAt = to === '' ? null : absence?.until && to === dayOf(absence.until) ? absence.until : endOfDay(to, null)
      await send.mutateAsync({
        body: { personId: person.id, delegateId: delegate.id, endsAt, ...(reason.trim() && { reason: reason.trim() }) },
      })
      toast.ok(`${delegate.displayName} decides for ${person.displayName} now`, { description: 'Both have been told.' })
      onClose()
    },
  )
  return (
    <FormDialog
      title={absence ? `Who decides for ${absence.person.displayName}?` : 'Name somebody who decides for another'}
      description="For what waits and what comes, never on requests of their own. Both are told; either may end it at any time."
      action={delegate ? `Let ${delegate.displayName} decide` : 'Let them decide'}
      form={form}
      onClose={onClose}
    >
      {!absence && (
        <PersonPicker
          label="Who is away?"
          name="personId"
          value={away}
          onChange={(people) => setAway(people.slice(-1))}
          error={form.errorOf('personId')}
        />
      )}
      <PersonPicker
        label="Who decides in their place?"
        name="delegateId"
        hint="Not yourself: another administrator can name you."
        value={chosen}
        onChange={(people) => {
          setChosen(people.slice(-1))
          send.reset()
        }}
        error={form.errorOf('delegateId')}
      />
      <TextField
        label="Last day"
        name="endsAt"
        type="date"
        optional
        hint="Empty: until it is ended."
        min={today()}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={form.errorOf('endsAt')}
      />
      <TextField
        label="Reason"
        name="reason"
        optional
        hint="Only the two of them and administrators read it."
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}
