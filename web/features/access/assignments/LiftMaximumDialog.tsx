import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Assignment } from './types.ts'
import { hoursInWords, shortestReason } from './words.ts'

interface LiftMaximumDialogProps {
  assignment: Assignment
  onOpenChange: (open: boolean) => void
}

/** Lets one membership last longer than its group allows. */
export function LiftMaximumDialog({ assignment: { id, version, person, group }, onOpenChange }: LiftMaximumDialogProps) {
  const send = useCall('liftMaximumStay', ['account', 'groupAssignment'])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const problem = send.error ? problemOf(send.error) : undefined
  const short = reason.trim().length < shortestReason ? `Enter a reason of at least ${shortestReason} characters.` : undefined
  const submit = async () => {
    setTried(true)
    if (send.isPending || short) return
    try {
      await send.mutateAsync({ params: { id }, body: { reason: reason.trim() }, headers: ifMatch(version) })
    } catch {
      return // shown in the dialog
    }
    toast.ok('Maximum lifted', { description: 'You can now change or remove the end date.' })
    onOpenChange(false)
  }
  return (
    <FormDialog
      size="sm"
      title="Lift the maximum stay"
      description={`${group.name} has a maximum stay of ${hoursInWords(group.maxDurationHours ?? 0)}. Without it you can set any end date for ${person.displayName}, or none.`}
      action="Lift the maximum"
      busy={send.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={(tried ? short : undefined) ?? fieldError(problem, 'reason')}
      />
    </FormDialog>
  )
}
