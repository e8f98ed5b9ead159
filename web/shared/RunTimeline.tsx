import { RotateCw, SkipForward } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea } from '../ui/TextField.tsx'
import { Countdown } from '../ui/Time.tsx'
import { type StepStatus, Timeline } from '../ui/Timeline.tsx'
import { useNow } from '../ui/useNow.ts'
import { reasonField } from './formLabels.ts'
import { reasonOf } from './reasonOf.ts'
import type { Run, RunStep } from './requestTypes.ts'
import { runTimelineLabels } from './runTimelineLabels.ts'
import { useIsAdmin } from './useIsAdmin.ts'
import { useStepActions } from './useStepActions.ts'

const statuses: Record<RunStep['status'], StepStatus> = {
  pending: 'queued',
  running: 'running',
  waiting: 'waiting',
  succeeded: 'done',
  failed: 'failed',
  skipped: 'skipped',
}

interface RunTimelineProps {
  run: Run
  label: string
  /** Leaves out completed and future steps, for lists of several runs. */
  only?: 'current'
  /** For a page that can retry the whole run, which does the same. */
  withoutRetry?: boolean
}

export function RunTimeline({ run, label, only, withoutRetry = false }: RunTimelineProps) {
  const now = useNow('halfMinute')
  const steps = only ? run.steps.filter((step) => isCurrent(step)) : run.steps
  return (
    <Timeline
      label={label}
      steps={steps.map((step) => ({
        id: step.name,
        title: step.title,
        status: statuses[step.status],
        note: <StepNote step={step} />,
        startedAt: step.startedAt ?? undefined,
        endedAt: step.endedAt ?? undefined,
        attempts: step.attempts,
        error: step.status === 'failed' || step.status === 'waiting' ? step.error : undefined,
        actions: isStuck(step, now) && <StuckActions run={run} step={step} withoutRetry={withoutRetry} />,
      }))}
    />
  )
}

function isCurrent(step: RunStep): boolean {
  return step.status === 'running' || step.status === 'waiting' || step.status === 'failed'
}

/** A waiting step is stuck after an error or after one minute, because most waits are shorter. */
function isStuck(step: RunStep, now: number): boolean {
  if (step.status === 'failed') return true
  return step.status === 'waiting' && (step.error !== null || now - Date.parse(step.startedAt ?? '') > 60_000)
}

function StepNote({ step }: { step: RunStep }) {
  if (step.status === 'skipped') return runTimelineLabels.skipped(step.skipReason ?? 'no reason given')
  if (step.status === 'failed') return 'Automatic retries have ended. An administrator must fix the cause and retry.'
  if (step.status !== 'waiting') return step.note
  return (
    <>
      {step.note ?? 'The step failed and is retried automatically.'}
      {step.nextAttemptAt && step.error && (
        <>
          {' '}
          Next retry in <Countdown until={step.nextAttemptAt} passed="a moment" />.
        </>
      )}
    </>
  )
}

function StuckActions({ run, step, withoutRetry }: { run: Run; step: RunStep; withoutRetry: boolean }) {
  const isAdmin = useIsAdmin()
  const { onRetry, onSkip } = useStepActions(run.id)
  const [busy, setBusy] = useState<'retry' | 'skip'>()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const runAction = async (action: 'retry' | 'skip', call: () => Promise<unknown>) => {
    setBusy(action)
    try {
      await call()
      setIsDialogOpen(false)
    } catch {
      // A toast has already shown the error, and the form keeps its values.
    } finally {
      setBusy(undefined)
    }
  }
  if (!isAdmin) return null
  if (isDialogOpen) {
    return (
      <SkipForm
        title={step.title}
        busy={busy === 'skip'}
        onCancel={() => setIsDialogOpen(false)}
        onSkip={(reason) => runAction('skip', () => onSkip(step.name, reason))}
      />
    )
  }
  return (
    <>
      {!withoutRetry && (
        <Button
          size="sm"
          icon={RotateCw}
          loading={busy === 'retry'}
          disabledReason={reasonOf(run, 'retry')}
          onClick={() => runAction('retry', () => onRetry(step.name))}
        >
          {step.status === 'failed' ? runTimelineLabels.retry : 'Retry now'}
          <span className="sr-only">: {step.title}</span>
        </Button>
      )}
      <Button size="sm" variant="quiet" icon={SkipForward} disabledReason={reasonOf(run, 'skip')} onClick={() => setIsDialogOpen(true)}>
        {runTimelineLabels.skip}
        <span className="sr-only">: {step.title}</span>
      </Button>
    </>
  )
}

const minLength = 10

function SkipForm(props: { title: string; busy: boolean; onCancel: () => void; onSkip: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const send = () => {
    const trimmedReason = reason.trim()
    if (trimmedReason.length >= minLength) return props.onSkip(trimmedReason)
    setError(`${reasonField.tooShort(minLength)} The audit trail keeps it.`)
    area.current?.focus()
  }
  return (
    <Form onSubmit={send} className="w-full max-w-xl rounded-md border border-line bg-sunken p-3">
      <TextArea
        label={`Reason for skipping “${props.title}”`}
        hint="Later steps that need its result can fail."
        name="skipReason"
        maxLength={500}
        rows={2}
        ref={area}
        autoFocus
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value)
          setError(undefined)
        }}
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button size="sm" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="danger" type="submit" loading={props.busy}>
          Skip step
        </Button>
      </div>
    </Form>
  )
}
