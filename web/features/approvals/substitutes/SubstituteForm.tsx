import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioCards } from '../../../ui/Choice.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'

const somebodyElse = 'else'
const shortest = 10
const sentence = ([first = '', ...rest]: readonly string[]) => [first.charAt(0).toLocaleUpperCase() + first.slice(1), ...rest].join(', ')

export function SubstituteForm({ approvalId, proposal }: { approvalId: string; proposal: CallResult<'suggestSubstitutes'> }) {
  const { stage, stageName, candidates } = proposal
  const send = useCall('addSubstituteApprover', ['approval'])
  const [choice, setChoice] = useState<string | null>(candidates.length === 0 ? somebodyElse : null)
  const [people, setPeople] = useState<Person[]>([])
  const [reason, setReason] = useState('')
  const person = choice === somebodyElse ? people[0] : candidates.find((each) => each.person.id === choice)?.person
  const short = reason.trim().length < shortest ? `Enter a reason of at least ${shortest} characters.` : undefined
  const form = useForm(send, { personId: person ? undefined : 'Choose a substitute approver.', reason: short }, async () => {
    if (!person) return
    await send.mutateAsync({ params: { id: approvalId }, body: { stage, personId: person.id, reason: reason.trim() } })
    toast.ok(`${person.displayName} added as a substitute approver`, { description: 'They and the requester have been notified.' })
  })
  const wrong = form.errorOf('personId')
  return (
    <Panel title={`Add a substitute for the stage ${stageName}`}>
      <Form onSubmit={form.submit} aria-label="Add a substitute approver" className="space-y-4">
        <FormProblem problem={form.problem} />
        {candidates.length > 0 && (
          <RadioCards
            label="Substitute approver"
            name="personId"
            options={[
              ...candidates.map((each) => ({ value: each.person.id, label: each.person.displayName, hint: sentence(each.reasons) })),
              { value: somebodyElse, label: 'Another person', hint: 'Search by name' },
            ]}
            value={choice}
            onChange={setChoice}
            error={choice === somebodyElse ? undefined : wrong}
          />
        )}
        {choice === somebodyElse && (
          <PersonPicker
            label={candidates.length > 0 ? 'Another person' : 'Substitute approver'}
            name="personId"
            hint="You can’t choose yourself or the requester."
            className="max-w-xl"
            value={people}
            onChange={(chosen) => setPeople(chosen.slice(-1))}
            error={wrong}
          />
        )}
        <TextArea
          label="Reason"
          hint="The substitute sees the reason, and it is kept in the audit trail."
          maxLength={500}
          {...form.text('reason', reason, setReason)}
        />
        <Button type="submit" variant="primary" loading={form.busy}>
          {person ? `Add ${person.displayName} as substitute` : 'Add substitute'}
        </Button>
      </Form>
    </Panel>
  )
}
