import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getWorkRun } from '../../../api/cockpitQueries.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { count } from '../../../shared/waits.ts'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { runLabels } from './labels.ts'
import { useWork } from './useWork.ts'

export interface CancelTarget {
  runIds: string[]
  name: string
}

const shortest = 10

export function CancelDialog({ runIds, name, onClose }: CancelTarget & { onClose: (done: boolean) => void }) {
  const { cancelBefore, cancelling } = useWork()
  const [only] = runIds.length === 1 ? runIds : []
  const run = useQuery({ ...getWorkRun(only ?? ''), enabled: only !== undefined })
  const [reason, setReason] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const wrong = {
    reason: reason.trim().length < shortest ? `Enter a reason of at least ${shortest} characters. The requester can see it.` : undefined,
  }
  const form = useForm(cancelling, wrong, async () => {
    await cancelBefore(runIds, reason.trim())
    onClose(true)
  })
  const what = count(runIds.length, 'run')
  return (
    <FormDialog
      initialFocus={area}
      title={only ? `Cancel the run for ${name}?` : `Cancel ${what}?`}
      cancel={only ? 'Keep run' : 'Keep runs'}
      action={only ? runLabels.confirmCancel : `Cancel ${what}`}
      variant="danger"
      form={form}
      onClose={() => onClose(false)}
    >
      <div className="max-w-prose space-y-2 text-ink-2">
        <p>{only ? 'This cancels the run and rolls back completed steps:' : 'This cancels the runs and rolls back completed steps.'}</p>
        {only === undefined ? (
          <p>Runs that can’t be cancelled continue, and you see the reason for each.</p>
        ) : run.data ? (
          <ul aria-label={runLabels.changes} className="list-disc space-y-0.5 pl-5">
            {run.data.cancelWould.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <SkeletonText lines={3} />
        )}
        <p>You can’t undo this. The requester can submit a new request.</p>
      </div>
      <TextArea label="Reason" maxLength={500} rows={2} ref={area} {...form.text('reason', reason, setReason)} />
    </FormDialog>
  )
}
