import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { ifMatch, useCall } from '../../api/useCall.ts'
import { FormProblem } from '../../shared/FormProblem.tsx'
import { fieldError } from '../../shared/fieldError.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { Review } from './types.ts'

const shortest = 3

/** Calls a review off, with the reason that those who were asked read. */
export function CancelReviewDialog({ review, onOpenChange }: { review: Review; onOpenChange: (open: boolean) => void }) {
  const form = useId()
  const cancel = useCall('cancelAccessReview', ['accessReview'])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const problem = cancel.error ? problemOf(cancel.error) : undefined
  const short = reason.trim().length < shortest ? 'Say why, so that those who were asked understand.' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || cancel.isPending) return
    try {
      await cancel.mutateAsync({ params: { id: review.id }, body: { reason: reason.trim() }, headers: ifMatch(review.version) })
    } catch {
      return // shown in the dialog
    }
    toast.ok(`${review.name} is called off`)
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Call ${review.name} off?`}
      description="Nobody loses anything. What was decided so far stays readable, but is not carried out."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Go back</Button>
          <Button type="submit" form={form} variant="danger" loading={cancel.isPending}>
            Call it off
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        <FormProblem problem={problem} />
        <TextArea
          label="Why?"
          name="reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={(tried ? short : undefined) ?? fieldError(problem, 'reason')}
        />
      </form>
    </Dialog>
  )
}
