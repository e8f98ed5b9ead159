import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getRun } from '../../../api/cockpitQueries.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { reasonField } from '../../../shared/formLabels.ts'
import { useForm } from '../../../shared/useForm.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { count } from '../../../shared/waits.ts'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { minReasonLength, runLabels } from './labels.ts'

export interface CancelTarget {
  runIds: string[]
  name: string
}

export function CancelDialog({ runIds, name, onClose }: CancelTarget & { onClose: (isDone: boolean) => void }) {
  const { cancelBefore, cancelling } = useRunActions()
  const [selectedId] = runIds.length === 1 ? runIds : []
  const run = useQuery({ ...getRun(selectedId ?? ''), enabled: selectedId !== undefined })
  const [reason, setReason] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const errors = {
    reason: reason.trim().length < minReasonLength ? `${reasonField.tooShort(minReasonLength)} The requester can see it.` : undefined,
  }
  const form = useForm(cancelling, errors, async () => {
    await cancelBefore(runIds, reason.trim())
    onClose(true)
  })
  const runsText = count(runIds.length, 'run')
  return (
    <FormDialog
      initialFocus={area}
      title={selectedId ? `Cancel run for ${name}?` : `Cancel ${runsText}?`}
      cancel={selectedId ? 'Keep run' : 'Keep runs'}
      action={selectedId ? runLabels.confirmCancel : `Cancel ${runsText}`}
      variant="danger"
      form={form}
      onClose={() => onClose(false)}
    >
      <div className="max-w-prose space-y-2 text-ink-2">
        <p>
          {selectedId ? 'This cancels the run and rolls back completed steps:' : 'This cancels the runs and rolls back completed steps.'}
        </p>
        {selectedId === undefined ? (
          <p>Runs that can’t be cancelled continue. We show the reason for each.</p>
        ) : run.data ? (
          <ul aria-label={runLabels.changes} className="list-disc space-y-0.5 pl-5">
            {run.data.rollbackSteps.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <SkeletonText lines={3} />
        )}
        <p>You can’t undo this. The requester can submit a new request.</p>
      </div>
      <TextArea label={reasonField.label} maxLength={500} rows={2} ref={area} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}
