import { useState } from 'react'
import { useCall } from '../../../../api/useCall.ts'
import { FormDialog } from '../../../../shared/FormDialog.tsx'
import { reasonField } from '../../../../shared/formLabels.ts'
import { useForm } from '../../../../shared/useForm.ts'
import { TextArea } from '../../../../ui/TextField.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { RequestedAccess } from './types.ts'

export function RejectDialog({ request, onOpenChange }: { request: RequestedAccess; onOpenChange: (open: boolean) => void }) {
  const decide = useCall('decideSandboxAccessRequest', ['sandbox', 'accessRequest', 'approval', 'notification'])
  const [reason, setReason] = useState('')
  const reasonProblem = reason.trim().length < 3 ? 'Enter a reason. The requester can see it.' : undefined
  const form = useForm(decide, { comment: reasonProblem }, async () => {
    if (!request.waiting) return
    await decide.mutateAsync({
      params: { id: request.id },
      body: { decision: 'reject', comment: reason.trim(), stage: request.waiting.stage, version: request.version },
    })
    toast.ok(`${request.reference} rejected`, { description: `We’ll notify ${request.requester.displayName}.` })
    onOpenChange(false)
  })
  return (
    <FormDialog
      size="sm"
      title={`Reject ${request.reference}?`}
      description={`${request.requester.displayName} won’t get access and is notified of the reason.`}
      action="Reject"
      variant="danger"
      form={form}
      onClose={() => onOpenChange(false)}
    >
      <TextArea label={reasonField.label} maxLength={1_000} {...form.text('comment', reason, setReason)} />
    </FormDialog>
  )
}
