import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Review } from './types.ts'

const shortest = 3

export function CancelReviewDialog({ review, onOpenChange }: { review: Review; onOpenChange: (open: boolean) => void }) {
  const cancel = useCall('cancelAccessReview', ['accessReview'])
  const [reason, setReason] = useState('')
  const short = reason.trim().length < shortest ? 'Say why, so that those who were asked understand.' : undefined
  const form = useForm(cancel, { reason: short }, async () => {
    await cancel.mutateAsync({ params: { id: review.id }, body: { reason: reason.trim() }, headers: ifMatch(review.version) })
    toast.ok(`${review.name} is called off`)
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={`Call ${review.name} off?`}
      description="Nobody loses anything. What was decided so far stays readable, but is not carried out."
      action="Call it off"
      variant="danger"
      cancel="Go back"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Why?"
        name="reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}
