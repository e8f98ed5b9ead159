import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previewDelegation } from '../../../api/me.ts'
import { useCall } from '../../../api/useCall.ts'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { dayOf, endOfDay } from '../../access/assignments/dayBounds.ts'
import { absenceLabels } from './labels.ts'
import { WaitingApprovals } from './WaitingApprovals.tsx'

const today = () => dayOf(new Date().toISOString())
const noPeople: Person[] = []

/** `hasDelegation` means that the reader already has a delegation, which the form replaces. */
export function AbsenceForm({ hasDelegation }: { hasDelegation: boolean }) {
  const send = useCall('setDelegation', ['delegation', 'approval'])
  const [people, setPeople] = useState(noPeople)
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [person] = people
  const endProblem = to !== '' && from !== '' && to < from ? 'Enter a last day on or after the first day.' : undefined
  const body = {
    delegateId: person?.id ?? '',
    ...(from > today() && { startsAt: new Date(`${from}T00:00:00`).toISOString() }),
    endsAt: to === '' ? null : endOfDay(to, null),
  }
  const preview = useQuery({ ...previewDelegation(body), enabled: person !== undefined && !endProblem })
  const reset = () => {
    setPeople(noPeople)
    setFrom(today())
    setTo('')
    setReason('')
  }
  const errors = { delegateId: person ? undefined : absenceLabels.delegateMissing, endsAt: endProblem }
  const form = useForm(send, errors, async () => {
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
      title={hasDelegation ? 'Add another absence' : absenceLabels.add}
      description="You can still decide and can end the absence at any time. Delegates can’t delegate to other people."
    >
      <Form onSubmit={form.submit} aria-label={absenceLabels.add} className="space-y-4">
        <FormProblem problem={form.problem} />
        <PersonPicker
          label={delegationLabels.delegate}
          name="delegateId"
          className="max-w-xl"
          value={people}
          onChange={(selected) => {
            setPeople(selected.slice(-1))
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
            hint="Leave empty for no end date."
            min={from}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            error={endProblem ?? form.errorOf('endsAt')}
          />
        </div>
        <TextField
          label={reasonField.label}
          optional
          className="max-w-xl"
          hint="Visible to your delegate and administrators."
          maxLength={200}
          {...form.text('reason', reason, setReason)}
        />
        {person && preview.data && !preview.data.problem && <WaitingApprovals preview={preview.data} person={person} />}
        <Button type="submit" variant="primary" loading={form.busy}>
          {from > today() ? 'Schedule absence' : absenceLabels.start}
        </Button>
      </Form>
    </Panel>
  )
}
