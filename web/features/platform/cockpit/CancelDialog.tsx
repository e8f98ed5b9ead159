import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { getWorkRun } from '../../../api/cockpitQueries.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { runLabels } from './labels.ts'
import { useWork } from './useWork.ts'

export interface Cancelling {
  runIds: string[]
  name: string
}

const shortest = 10

export function CancelDialog({ runIds, name, onClose }: Cancelling & { onClose: (done: boolean) => void }) {
  const form = useId()
  const { cancelBefore } = useWork()
  const [only] = runIds.length === 1 ? runIds : []
  const run = useQuery({ ...getWorkRun(only ?? ''), enabled: only !== undefined })
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const submit = async () => {
    if (busy) return
    if (reason.trim().length < shortest) {
      setProblem(`Enter a reason of at least ${shortest} characters. The requester can see it.`)
      return area.current?.focus()
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await cancelBefore(runIds, reason.trim())
      onClose(true)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  const what = count(runIds.length, 'run')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose(false)}
      initialFocus={area}
      title={only ? `Cancel the run for ${name}?` : `Cancel ${what}?`}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{only ? 'Keep run' : 'Keep runs'}</Button>
          <Button type="submit" form={form} variant="danger" loading={busy}>
            {only ? runLabels.confirmCancel : `Cancel ${what}`}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-4">
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
        <TextArea
          label="Reason"
          name="reason"
          maxLength={500}
          rows={2}
          ref={area}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.target.value)
            setProblem(undefined)
          }}
        />
        {failure && <Banner tone="bad" title={failure} />}
      </Form>
    </Dialog>
  )
}
