import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/dayBounds.ts'
import type { Delegation } from './types.ts'

/** After a delegation has started, its start can’t be changed. */
export function ChangeDelegationDialog({ delegation, onClose }: { delegation: Delegation; onClose: () => void }) {
  const { id, status, startsAt, endsAt, delegate } = delegation
  const send = useCall('updateDelegation', ['delegation', 'approval'])
  const [from, setFrom] = useState(dayOf(startsAt))
  const [to, setTo] = useState(dayOf(endsAt))
  const isPlanned = status === 'scheduled'
  const form = useForm(send, {}, async () => {
    if (from === '') return
    await send.mutateAsync({
      params: { id },
      body: {
        ...(isPlanned && from !== dayOf(startsAt) && { startsAt: new Date(`${from}T00:00:00`).toISOString() }),
        endsAt: to === '' ? null : to === dayOf(endsAt) ? endsAt : endOfDay(to, null),
      },
    })
    toast.ok('Delegation updated', { description: `${delegate.displayName} has been notified.` })
    onClose()
  })
  return (
    <FormDialog
      size="sm"
      title="Change dates"
      description={`The dates on which ${delegate.displayName} decides for you. To choose another delegate, end this delegation and add a new one.`}
      action="Change dates"
      form={form}
      onClose={onClose}
    >
      {isPlanned && (
        <TextField label="First day" type="date" min={dayOf(new Date().toISOString())} {...form.text('startsAt', from, setFrom)} />
      )}
      <TextField
        label="Last day"
        name="endsAt"
        type="date"
        optional
        hint="Leave empty for no end date."
        min={dayOf(new Date().toISOString())}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={form.errorOf('endsAt') ?? form.errorOf('delegateId')}
      />
    </FormDialog>
  )
}
