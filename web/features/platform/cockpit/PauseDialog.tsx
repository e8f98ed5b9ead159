import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Queue } from './types.ts'

const minLength = 10

export function PauseDialog({ queue, onClose }: { queue: Pick<Queue, 'name' | 'title' | 'whilePaused'>; onClose: () => void }) {
  const { name, title, whilePaused } = queue
  const pause = useCall('pauseQueue', ['queue'])
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="danger"
      title={`Pause ${title}?`}
      confirmLabel={`Pause ${title}`}
      explain={(error) => <FormProblem problem={problemOf(error)} />}
      onConfirm={async () => {
        if (reason.trim().length < minLength) {
          setProblem(`Enter a reason of at least ${minLength} characters. Administrators and auditors can see it.`)
          return false
        }
        await pause.mutateAsync({ params: { name }, body: { reason: reason.trim() } })
        toast.ok(`${title} paused`)
      }}
    >
      <p>
        <strong className="font-semibold text-ink">{whilePaused}</strong>
      </p>
      <p>New jobs wait until you resume. Jobs in progress stop at their next checkpoint.</p>
      <TextArea
        label="Reason"
        name="reason"
        maxLength={500}
        rows={2}
        value={reason}
        error={problem}
        onChange={({ target }) => {
          setReason(target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
