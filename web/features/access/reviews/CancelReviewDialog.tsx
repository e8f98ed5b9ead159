import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { reviewPageLabels } from './labels.ts'
import type { Review } from './types.ts'

const minLength = 3

export function CancelReviewDialog({ review, onOpenChange }: { review: Review; onOpenChange: (open: boolean) => void }) {
  const cancel = useCall('cancelAccessReview', ['accessReview'])
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < minLength ? 'Enter a reason for the reviewers.' : undefined
  const form = useForm(cancel, { reason: reasonProblem }, async () => {
    await cancel.mutateAsync({ params: { id: review.id }, body: { reason: reason.trim() }, headers: ifMatch(review.version) })
    toast.ok(`${review.name} cancelled`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Cancel ${review.name}?`}
      description="No access is removed. Decisions so far stay visible but aren’t applied."
      action={reviewPageLabels.cancel}
      variant="danger"
      cancel="Go back"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea label={reasonField.label} maxLength={500} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}
