import { useState } from 'react'
import { useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { operationLabels } from '../session/operationLabels.ts'
import { describeDeletions, restoreLabels } from './labels.ts'
import type { Report, Restore } from './types.ts'

const [minLength, maxLength] = [10, 500]

export function AcceptDialog({ restore, report, onClose }: { restore: Restore; report: Report; onClose: () => void }) {
  // The dialog accepts the report that the person has read. If a newer report has arrived, the server rejects the call.
  const [openedReport] = useState(report)
  const [comment, setComment] = useState('')
  const text = comment.trim()
  const actionText = `Accept report ${openedReport.number} with ${count(openedReport.total, 'difference')}`
  const warning = openedReport.pendingDeletions > 0 ? describeDeletions(openedReport.pendingDeletions) : undefined
  const accept = useCall('acceptDatabaseRestore', ['databaseRestore', 'maintenance', 'queue'], () => ({
    what: actionText,
    ...(warning && { warning }),
  }))
  const problem =
    text.length < minLength
      ? `Enter a comment of at least ${minLength} characters. The audit trail keeps it.`
      : text.length > maxLength
        ? `Enter at most ${maxLength} characters.`
        : undefined
  const form = useForm(accept, { comment: problem }, async () => {
    await accept.mutateAsync({ params: { id: restore.id }, body: { reportId: openedReport.id, comment: text } })
    toast.ok(operationLabels.acceptDatabaseRestore.done, { description: operationLabels.acceptDatabaseRestore.next })
    onClose()
  })
  return (
    <FormDialog
      title="Accept the restored database?"
      description={`${actionText}. You can’t undo this.`}
      action={restoreLabels.confirmAccept}
      form={form}
      onClose={onClose}
      aside={<StepUpHint needed={!form.problem} />}
    >
      <div className="max-w-prose text-ink-2">
        <p>These start within 30 seconds, on all replicas:</p>
        <ul className="mt-1 list-disc space-y-1 pl-4">
          {warning && <li>{warning}</li>}
          <li>Queued runs continue, and repeat what they did after the time of the data.</li>
          <li>Notifications that were waiting are sent, some for a second time.</li>
          <li>Schedules run, and people can make changes again.</li>
        </ul>
      </div>
      <TextArea
        label={restoreLabels.comment}
        hint="Your checks and corrections"
        maxLength={maxLength}
        rows={2}
        {...form.text('comment', comment, setComment)}
      />
    </FormDialog>
  )
}
