import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewDelegation } from '../../../api/me.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/days.ts'
import { WhatWaits } from './WhatWaits.tsx'

const today = () => dayOf(new Date().toISOString())
const nobody: Person[] = []

/** Previews which pending approvals the delegate could decide. `hasDelegation` means that a delegation exists. */
export function AbsenceForm({ hasDelegation }: { hasDelegation: boolean }) {
  const send = useCall('setDelegation', ['delegation', 'approval'])
  const [people, setPeople] = useState(nobody)
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [person] = people
  const backwards = to !== '' && from !== '' && to < from ? 'Enter a last day on or after the first day.' : undefined
  const body = {
    delegateId: person?.id ?? '',
    ...(from > today() && { startsAt: new Date(`${from}T00:00:00`).toISOString() }),
    endsAt: to === '' ? null : endOfDay(to, null),
  }
  const preview = useQuery({ ...previewDelegation(body), enabled: person !== undefined && !backwards })
  const reset = () => {
    setPeople(nobody)
    setFrom(today())
    setTo('')
    setReason('')
  }
  const wrong = { delegateId: person ? undefined : 'Choose a delegate.', endsAt: backwards }
  const form = useForm(send, wrong, async () => {
    if (!person) return
    const set = await send.mutateAsync({ body: { ...body, ...(reason.trim() && { reason: reason.trim() }) } })
    toast.ok(set.status === 'live' ? `${person.displayName} now decides for you` : `Delegation to ${person.displayName} scheduled`, {
      description: 'They have been notified.',
    })
    reset()
    form.reset()
  })
  return (
    <Panel
      title={hasDelegation ? 'Add another absence' : 'Add an absence'}
      description="You can still decide, and end the absence at any time. A delegate can’t delegate further."
    >
      <Form onSubmit={form.submit} aria-label="Add an absence" className="space-y-4">
        <FormProblem problem={form.problem} />
        <PersonPicker
          label="Delegate"
          name="delegateId"
          className="max-w-xl"
          value={people}
          onChange={(chosen) => {
            setPeople(chosen.slice(-1))
            send.reset()
          }}
          error={form.errorOf('delegateId') ?? (person && preview.data?.problem ? preview.data.problem : undefined)}
        />
        <div className="grid max-w-xl gap-4 sm:grid-cols-2">
          <TextField
            label="First day"
            hint={from > today() ? 'Starts at midnight.' : 'Starts now.'}
            name="startsAt"
            type="date"
            min={today()}
            value={from}
            onChange={(event) => setFrom(event.target.value || today())}
            error={form.errorOf('startsAt')}
          />
          <TextField
            label="Last day"
            name="endsAt"
            type="date"
            optional
            hint="Leave empty to end it yourself."
            min={from}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            error={backwards ?? form.errorOf('endsAt')}
          />
        </div>
        <TextField
          label="Reason"
          optional
          className="max-w-xl"
          hint="Visible to your delegate and administrators."
          maxLength={200}
          {...form.text('reason', reason, setReason)}
        />
        {person && preview.data && !preview.data.problem && <WhatWaits preview={preview.data} person={person} />}
        <Button type="submit" variant="primary" loading={form.busy}>
          {from > today() ? 'Schedule absence' : 'Start absence'}
        </Button>
      </Form>
    </Panel>
  )
}
