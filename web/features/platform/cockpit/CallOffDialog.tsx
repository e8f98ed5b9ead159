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
import { useWork } from './useWork.ts'

export interface CallingOff {
  runIds: string[]
  name: string
}

const shortest = 10

export function CallOffDialog({ runIds, name, onClose }: CallingOff & { onClose: (done: boolean) => void }) {
  const form = useId()
  const { callOff } = useWork()
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
      setProblem(`Say in at least ${shortest} characters why; whoever asked for it reads it.`)
      return area.current?.focus()
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await callOff(runIds, reason.trim())
      onClose(true)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  const what = only ? name : count(runIds.length, 'run')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose(false)}
      initialFocus={area}
      title={`Call off ${what}?`}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" loading={busy}>
            Call off {what}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-4">
        <div className="max-w-prose space-y-2 text-ink-2">
          <p>Nobody goes on with it, and what has been done by then is taken back:</p>
          {only === undefined ? (
            <p>
              For each what belongs to its kind: nothing half-made is left. Those that cannot be called off stay as they are, and you are
              told why.
            </p>
          ) : run.data ? (
            <ul aria-label="What is taken back" className="list-disc space-y-0.5 pl-5">
              {run.data.cancelWould.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <SkeletonText lines={3} />
          )}
          <p>This cannot be undone. Whoever still wants it asks anew.</p>
        </div>
        <TextArea
          label="Why is it called off?"
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
