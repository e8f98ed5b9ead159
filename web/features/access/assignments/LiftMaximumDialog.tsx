import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeHours, liftMaximumLabels, shortestReason } from './labels.ts'
import type { Assignment } from './types.ts'

interface LiftMaximumDialogProps {
  assignment: Assignment
  onOpenChange: (open: boolean) => void
}

export function LiftMaximumDialog({ assignment: { id, version, person, group }, onOpenChange }: LiftMaximumDialogProps) {
  const send = useCall('liftMaximumDuration', ['account', 'groupAssignment'])
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < shortestReason ? reasonField.tooShort(shortestReason) : undefined
  const form = useForm(send, { reason: reasonProblem }, async () => {
    await send.mutateAsync({ params: { id }, body: { reason: reason.trim() }, headers: ifMatch(version) })
    toast.ok('Maximum duration lifted', { description: 'You can now change or remove the end date.' })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title={liftMaximumLabels.title}
      description={`${group.name} has a maximum duration of ${describeHours(group.maxDurationHours ?? 0)}. Without it, you can set any end date for ${person.displayName}, or none.`}
      action={liftMaximumLabels.confirm}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea label={reasonField.label} rows={3} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}
