import { useRef, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { cancelLabel } from '../../../shared/formLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useFocusFirstError } from '../../../ui/Form.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { emergencyLabels } from './emergencyLabels.ts'
import type { Emergency } from './types.ts'

const minLength = 10

export function ReviewDialog({ emergency, onOpenChange }: { emergency: Emergency; onOpenChange: (open: boolean) => void }) {
  const form = useRef<HTMLDivElement>(null)
  const trying = useFocusFirstError(form)
  const review = useCall('reviewEmergencyAccess', ['emergencyAccess'])
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState<string>()
  const problem = review.error ? problemOf(review.error) : undefined
  const send = async (decision: 'accept' | 'returnReport') => {
    const isTooShort = decision === 'returnReport' && comment.trim().length < minLength
    setMissing(isTooShort ? `Describe what’s missing in at least ${minLength} characters.` : undefined)
    if (isTooShort || review.isPending) return
    const { id, version } = emergency
    const body = { decision, ...(comment.trim() ? { comment: comment.trim() } : {}) }
    try {
      await review.mutateAsync({ params: { id }, body, headers: ifMatch(version) })
    } catch {
      return // The dialog shows the error.
    }
    if (decision === 'accept')
      toast.ok(`${emergency.reference} reviewed`, { description: 'The report is added to the incident, and the incident is closed.' })
    else toast.ok(`More details requested from ${emergency.person.displayName}`)
    onOpenChange(false)
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="lg"
      title={`Review ${emergency.reference}`}
      description={`${emergency.person.displayName} had the role ${emergency.role} in ${emergency.account.name}.`}
      cancel={cancelLabel}
      footer={
        <>
          <Button
            loading={review.isPending && review.variables?.body?.decision === 'returnReport'}
            onClick={() => trying(() => send('returnReport'))}
          >
            Request more details
          </Button>
          <Button
            variant="primary"
            loading={review.isPending && review.variables?.body?.decision === 'accept'}
            onClick={() => trying(() => send('accept'))}
          >
            {emergencyLabels.accept}
          </Button>
        </>
      }
    >
      <div ref={form} className="space-y-4">
        <FormProblem problem={problem} />
        <KeyValues
          items={[
            { label: 'Reason', value: emergency.reason, wide: true },
            { label: 'Post-use report', value: <span className="whitespace-pre-wrap">{emergency.report}</span>, wide: true },
            { label: 'Started', value: emergency.startsAt && <DateTime at={emergency.startsAt} /> },
            { label: 'Ended', value: emergency.endedAt && <DateTime at={emergency.endedAt} /> },
          ]}
        />
        <TextArea
          label="Your comment"
          optional
          hint="Required when you request more details."
          name="comment"
          maxLength={1_000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          error={missing ?? fieldError(problem, 'comment')}
        />
      </div>
    </Dialog>
  )
}
