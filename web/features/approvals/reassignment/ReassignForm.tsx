import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { listCurrentDelegations, previewDelegation } from '../../../api/me.ts'
import { getMe } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { DiscardDialog } from '../../../shared/DiscardDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { type Person, PersonPicker } from '../../../shared/PersonPicker.tsx'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { uiLabels } from '../../../ui/labels.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useFocusOnOpen } from '../../../ui/useFocusOnOpen.ts'
import { describeAbsence, reassignmentLabels } from './labels.ts'
import { useRevoke } from './useRevoke.ts'

const minLength = 3

export function ReassignForm({ approval, what, onDone }: { approval: ApprovalItem; what: string; onDone: () => void }) {
  const send = useCall('reassignApproval', ['approval'])
  const { revoke } = useRevoke(approval.id)
  const [people, setPeople] = useState<Person[]>([])
  const [comment, setComment] = useState('')
  const box = useRef<HTMLFormElement>(null)
  const restoreFocus = useFocusOnOpen(box, 'input')
  const [isAsking, setIsAsking] = useState(false)
  const discard = () => {
    restoreFocus()
    onDone()
  }
  const goBack = () => (people.length > 0 || comment.trim() !== '' ? setIsAsking(true) : discard())
  const [person] = people
  const warning = useReceiverProblem(approval.id, person)
  const reasonProblem = comment.trim().length < minLength ? reasonField.tooShort(minLength) : undefined
  const form = useForm(send, { to: person ? undefined : 'Choose a person.', comment: reasonProblem }, async () => {
    if (!person) return
    await send.mutateAsync({
      params: { id: approval.id },
      body: { to: person.id, stage: approval.stage, comment: comment.trim() },
      headers: ifMatch(approval.version),
    })
    toast.ok(reassignmentLabels.done(person.displayName), {
      description: 'They and the requester have been notified.',
      action: { label: uiLabels.undo, onClick: () => void revoke(true, person.displayName) },
    })
    onDone()
  })
  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') goBack()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <Form ref={box} onSubmit={form.submit} onKeyDown={keys} aria-label={reassignmentLabels.reassign(what)} className="space-y-3">
        <FormProblem problem={form.problem} />
        <PersonPicker
          label={reassignmentLabels.to}
          name="to"
          hint="Applies to this request only. You can still decide. Until they decide, you can revoke the reassignment."
          value={people}
          onChange={(selected) => {
            setPeople(selected.slice(-1))
            send.reset()
          }}
          error={form.errorOf('to')}
          state={warning ? { status: 'bad', text: warning } : undefined}
        />
        <TextArea label={reasonField.label} maxLength={1000} rows={2} {...form.text('comment', comment, setComment)} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={goBack}>Back</Button>
          <Button type="submit" variant="primary" loading={form.busy}>
            <ArrowRightLeft size={15} aria-hidden /> {person ? reassignmentLabels.submit(person.displayName) : 'Reassign'}
          </Button>
        </div>
      </Form>
      <DiscardDialog open={isAsking} onOpenChange={setIsAsking} onDiscard={discard} />
    </>
  )
}

/** Returns why the server would reject this person. An absence that is only in a calendar is rejected when the form is sent. */
function useReceiverProblem(approvalId: string, person: Person | undefined): string | undefined {
  const isChosen = person !== undefined
  const currentUser = useQuery(getMe()).data
  const absences = useQuery({ ...listCurrentDelegations(person?.id ?? ''), enabled: isChosen }).data
  const preview = useQuery({ ...previewDelegation({ delegateId: person?.id ?? '' }), enabled: isChosen }).data
  if (!person) return undefined
  if (person.id === currentUser?.id) return reassignmentLabels.toSelf
  const cannotDecide = preview?.others.find((other) => other.approvalId === approvalId)
  return cannotDecide?.reason ?? (absences && absences.length > 0 ? describeAbsence(person.displayName) : undefined)
}
