import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { reviewPageLabels } from './labels.ts'
import type { Decision, ReviewItem } from './types.ts'

const minLength = 3

interface ReasonDialogProps {
  items: readonly ReviewItem[]
  decision: Decision
  needed: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

export function ReasonDialog({ items, decision, needed, onSend, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState(items.length === 1 ? items[0]!.reason : '')
  const send = useMutation({ mutationFn: onSend })
  const recipient = items.length === 1 ? items[0]!.person.displayName : count(items.length, 'membership')
  const reasonProblem = needed && reason.trim().length < minLength ? reviewPageLabels.reasonMissing : undefined
  const form = useForm(send, { reason: reasonProblem }, async () => {
    await send.mutateAsync(reason.trim())
    onClose()
  })
  return (
    <FormDialog
      size="sm"
      title={`${decision === 'keep' ? 'Keep' : 'Remove'} ${recipient}`}
      description="The reason is part of the review result."
      action={decision === 'keep' ? 'Keep' : 'Remove'}
      cancel="Back"
      form={form}
      onClose={onClose}
    >
      <TextArea
        label={decision === 'keep' ? reviewPageLabels.reasonToKeep : 'Reason to remove access'}
        rows={2}
        maxLength={500}
        optional={!needed}
        {...form.text('reason', reason, setReason)}
      />
    </FormDialog>
  )
}
