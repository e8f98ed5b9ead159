import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useReason } from '../../../shared/useReason.ts'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { minReasonLength, queueLabels } from './labels.ts'
import type { Queue } from './types.ts'

export function PauseDialog({ queue, onClose }: { queue: Pick<Queue, 'name' | 'title' | 'whilePaused'>; onClose: () => void }) {
  const { name, title, whilePaused } = queue
  const pause = useCall('pauseQueue', ['queue'])
  const reason = useReason(`${reasonField.tooShort(minReasonLength)} Administrators and auditors can see it.`, minReasonLength)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="danger"
      title={`${queueLabels.pause(title)}?`}
      confirmLabel={queueLabels.pause(title)}
      explain={(error) => <FormProblem problem={problemOf(error)} />}
      onConfirm={async () => {
        const text = reason.read()
        if (!text) return false
        await pause.mutateAsync({ params: { name }, body: { reason: text } })
        toast.ok(`${title} paused`)
      }}
    >
      <p>
        <strong className="font-semibold text-ink">{whilePaused}</strong>
      </p>
      <p>New jobs wait until you resume. Jobs in progress stop at their next checkpoint.</p>
      <TextArea {...reason.field} maxLength={500} rows={2} />
    </ConfirmDialog>
  )
}
