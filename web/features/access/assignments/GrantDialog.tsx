import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
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

/** An administrator lets somebody in without a request: whom, for how long, from when, and why. */
export function GrantDialog({ account, group, onOpenChange }: GrantDialogProps) {
  const send = useCall('grantAccountAccess', ['account', 'groupAssignment'])
  const [people, setPeople] = useState<Person[]>([])
  const [duration, setDuration] = useState(usualStay(group.maxDurationHours))
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [both, setBoth] = useState(false)
  const [tried, setTried] = useState(false)
  const problem = send.error ? problemOf(send.error) : undefined
  const [person] = people
  const nobody = person ? undefined : 'Choose whom to let in.'
  const short = reason.trim().length < shortestReason ? `Say in a sentence why: at least ${shortestReason} characters.` : undefined
  const submit = async () => {
    setTried(true)
    if (!person || short || send.isPending) return
    const body = {
      personId: person.id,
      reason: reason.trim(),
      durationHours: duration === forGood ? null : Number(duration),
      ...(day ? { startsAt: new Date(`${day}T00:00:00`).toISOString() } : {}),
      ...(both ? { despiteConflicts: true } : {}),
    }
    try {
      await send.mutateAsync({ params: { id: group.id }, body })
      toast.ok(`${person.displayName} ${day ? 'will be' : 'is being'} let into ${group.name}`)
    } catch {
      return // shown in the dialog
    }
    onOpenChange(false)
  }
  return (
    <FormDialog
      title="Grant access"
      description={`${whatItLets(group)} in ${account.name}, as a member of ${group.name}. Nobody else is asked.`}
      action="Grant access"
      busy={send.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <PersonPicker
        label="Who"
        name="personId"
        hint="Never yourself: ask for that like everybody else."
        value={people}
        onChange={(chosen) => setPeople(chosen.slice(-1))}
        error={(tried ? nobody : undefined) ?? fieldError(problem, 'personId') ?? fieldError(problem, 'personId.0')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="For how long?"
          name="durationHours"
          options={stays(group.maxDurationHours)}
          value={duration}
          onChange={setDuration}
          error={fieldError(problem, 'durationHours')}
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
          error={fieldError(problem, 'startsAt')}
        />
      </div>
      <TextArea
        label="Why"
        name="reason"
        hint="They and the owners of the account read it."
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={(tried ? short : undefined) ?? fieldError(problem, 'reason')}
      />
      {problem?.code === 'conflict' && (
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
