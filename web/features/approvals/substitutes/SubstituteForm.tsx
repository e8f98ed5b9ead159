import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { minReasonLength, substituteLabels } from './labels.ts'

const otherPersonValue = 'else'
const sentence = ([first = '', ...remainingParts]: readonly string[]) =>
  [first.charAt(0).toLocaleUpperCase() + first.slice(1), ...remainingParts].join(', ')

export function SubstituteForm({ approvalId, proposal }: { approvalId: string; proposal: CallResult<'suggestSubstitutes'> }) {
  const { stage, stageName, candidates } = proposal
  const send = useCall('addSubstituteApprover', ['approval'])
  const [choice, setChoice] = useState<string | null>(candidates.length === 0 ? otherPersonValue : null)
  const [people, setPeople] = useState<Person[]>([])
  const [reason, setReason] = useState('')
  const person = choice === otherPersonValue ? people[0] : candidates.find((each) => each.person.id === choice)?.person
  const reasonProblem = reason.trim().length < minReasonLength ? reasonField.tooShort(minReasonLength) : undefined
  const form = useForm(send, { personId: person ? undefined : 'Choose a substitute approver.', reason: reasonProblem }, async () => {
    if (!person) return
    await send.mutateAsync({ params: { id: approvalId }, body: { stage, personId: person.id, reason: reason.trim() } })
    toast.ok(`${person.displayName} added as a substitute approver`, { description: 'They and the requester have been notified.' })
  })
  const problem = form.errorOf('personId')
  return (
    <Panel title={`Add substitute approver to the stage ${stageName}`}>
      <Form onSubmit={form.submit} aria-label="Add substitute approver" className="space-y-4">
        <FormProblem problem={form.problem} />
        {candidates.length > 0 && (
          <RadioCards
            label="Substitute approver"
            name="personId"
            options={[
              ...candidates.map((each) => ({ value: each.person.id, label: each.person.displayName, hint: sentence(each.reasons) })),
              { value: otherPersonValue, label: 'Another person', hint: 'Search by name' },
            ]}
            value={choice}
            onChange={setChoice}
            error={choice === otherPersonValue ? undefined : problem}
          />
        )}
        {choice === otherPersonValue && (
          <PersonPicker
            label={candidates.length > 0 ? 'Another person' : 'Substitute approver'}
            name="personId"
            hint="You can’t choose yourself or the requester."
            className="max-w-xl"
            value={people}
            onChange={(selected) => setPeople(selected.slice(-1))}
            error={problem}
          />
        )}
        <TextArea
          label={reasonField.label}
          hint="The substitute sees the reason. The audit trail keeps it."
          maxLength={500}
          {...form.text('reason', reason, setReason)}
        />
        <Button type="submit" variant="primary" loading={form.busy}>
          {person ? substituteLabels.add(person.displayName) : 'Add substitute'}
        </Button>
      </Form>
    </Panel>
  )
}
