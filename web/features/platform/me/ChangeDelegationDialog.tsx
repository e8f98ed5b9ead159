import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/days.ts'
import type { Delegation } from './types.ts'

/** Moves the days of a delegation; one that has begun keeps its first. */
export function ChangeDelegationDialog({ delegation, onClose }: { delegation: Delegation; onClose: () => void }) {
  const { id, status, startsAt, endsAt, delegate } = delegation
  const send = useCall('changeDelegation', ['delegation', 'approval'])
  const [from, setFrom] = useState(dayOf(startsAt))
  const [to, setTo] = useState(dayOf(endsAt))
  const problem = send.error ? problemOf(send.error) : undefined
  const planned = status === 'scheduled'
  const submit = async () => {
    if (send.isPending || from === '') return
    try {
      await send.mutateAsync({
        params: { id },
        body: {
          ...(planned && from !== dayOf(startsAt) && { startsAt: new Date(`${from}T00:00:00`).toISOString() }),
          endsAt: to === '' ? null : to === dayOf(endsAt) ? endsAt : endOfDay(to, null),
        },
      })
      toast.ok('The days are changed', { description: `${delegate.displayName} has been told.` })
      onClose()
    } catch {
      return // shown in the dialog
    }
  }
  return (
    <FormDialog
      size="sm"
      title="Change the days"
      description={`When ${delegate.displayName} decides in your place. For somebody else, end this and plan another.`}
      action="Change the days"
      busy={send.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {planned && (
        <TextField
          label="First day"
          name="startsAt"
          type="date"
          min={dayOf(new Date().toISOString())}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={fieldError(problem, 'startsAt')}
        />
      )}
      <TextField
        label="Last day"
        name="endsAt"
        type="date"
        optional
        hint="Empty: until you end it."
        min={dayOf(new Date().toISOString())}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={fieldError(problem, 'endsAt') ?? fieldError(problem, 'delegateId')}
      />
    </FormDialog>
  )
}
