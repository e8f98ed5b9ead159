import { useEffect, useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useForm } from '../../../shared/useForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { feedbackLabels, statusOptions } from './labels.ts'
import type { Feedback } from './types.ts'

interface FeedbackReplyFormProps {
  feedback: Feedback
  onUnsaved: (hasUnsavedReply: boolean) => void
  onNext: (() => void) | undefined
}

export function FeedbackReplyForm({ feedback, onUnsaved, onNext }: FeedbackReplyFormProps) {
  const update = useCall('updateFeedback', ['feedback'])
  const [status, setStatus] = useState<string>(feedback.status)
  const [note, setNote] = useState(feedback.note)
  const disabledReason = reasonOf(feedback, 'triage')
  const silent = status === 'declined' && note.trim() === '' ? feedbackLabels.reasonMissing : undefined
  const isUnchanged = status === feedback.status && note.trim() === feedback.note
  useEffect(() => onUnsaved(!isUnchanged), [isUnchanged, onUnsaved])
  const form = useForm(update, { note: silent }, async () => {
    if (isUnchanged || disabledReason) return
    await update.mutateAsync({
      params: { id: feedback.id },
      body: { status: status as Feedback['status'], note: note.trim() },
      headers: ifMatch(feedback.version),
    })
    toast.ok('Feedback updated', { description: `We’ll notify ${feedback.person.displayName}.` })
    onNext?.()
  })
  return (
    <Form onSubmit={form.submit} className="space-y-4 border-t border-line pt-4">
      <FormProblem problem={form.problem} />
      <Select
        label={feedbackLabels.status}
        name="status"
        options={statusOptions}
        value={status}
        onChange={setStatus}
        error={form.errorOf('status')}
      />
      <TextArea
        label={feedbackLabels.commentFor(feedback.person.displayName)}
        optional={status !== 'declined'}
        maxLength={1_000}
        readOnly={disabledReason !== undefined}
        {...form.text('note', note, setNote)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          loading={form.busy}
          disabledReason={disabledReason ?? (isUnchanged ? 'There are no changes to save.' : undefined)}
        >
          {onNext ? feedbackLabels.saveAndNext : 'Save'}
        </Button>
        {feedback.answeredAt && (
          <p className="text-sm text-ink-2">
            Last reply by {feedback.answeredBy?.displayName} <RelativeTime at={feedback.answeredAt} />
          </p>
        )}
      </div>
    </Form>
  )
}
