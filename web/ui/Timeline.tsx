import { Check, Circle, CirclePause, LoaderCircle, Minus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { announce } from './LiveRegion.tsx'
import { uiLabels } from './labels.ts'
import { ClockTime, Duration } from './Time.tsx'

export type StepStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'skipped'

interface TimelineStep {
  id: string
  title: string
  status: StepStatus
  /** The current status, such as “Waiting for Dana Silva since Monday”. */
  note?: ReactNode
  /** In ISO 8601. */
  startedAt?: string | undefined
  endedAt?: string | undefined
  /** Shown from the second attempt on. */
  attempts?: number
  error?: ReactNode
  actions?: ReactNode
}

const displays: Record<StepStatus, { Icon: Icon; dot: string; label: string }> = {
  queued: { Icon: Circle, dot: 'border-line-strong border-dashed text-transparent bg-surface', label: 'not started' },
  running: { Icon: LoaderCircle, dot: 'border-accent text-accent bg-accent-soft', label: 'running' },
  waiting: { Icon: CirclePause, dot: 'border-warn text-warn bg-warn-soft', label: 'waiting' },
  done: { Icon: Check, dot: 'border-accent bg-accent text-on-accent', label: uiLabels.stepDone },
  failed: { Icon: X, dot: 'border-bad-fill bg-bad-fill text-[#fff]', label: 'failed' },
  skipped: { Icon: Minus, dot: 'border-line-strong text-ink-2 bg-sunken', label: 'skipped' },
}

/** Status changes are announced. `<Timeline label="Provisioning" steps={steps} />` */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  const knownStatuses = useRef(new Map<string, StepStatus>())
  useEffect(() => {
    for (const step of steps) {
      const before = knownStatuses.current.get(step.id)
      if (before !== undefined && before !== step.status) announce(`${step.title}: ${displays[step.status].label}`)
      knownStatuses.current.set(step.id, step.status)
    }
  }, [steps])
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => (
        <Step key={step.id} step={step} last={index === steps.length - 1} />
      ))}
    </ol>
  )
}

function Step({ step, last }: { step: TimelineStep; last: boolean }) {
  const { Icon: Glyph, dot, label } = displays[step.status]
  const passed = step.status === 'done' || step.status === 'skipped'
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0" data-status={step.status}>
      {!last && <span aria-hidden className={cx('absolute top-6 bottom-0 left-[0.6875rem] w-px', passed ? 'bg-accent' : 'bg-line')} />}
      <span className={cx('z-1 grid size-[1.4375rem] shrink-0 place-content-center rounded-full border', dot)}>
        <Glyph size={13} strokeWidth={2.75} aria-hidden className={step.status === 'running' ? 'spin' : undefined} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-x-3">
          <span className={cx('min-w-0 font-medium', step.status === 'queued' && 'text-ink-2')}>
            {step.title}
            <span className="sr-only">, {label}</span>
          </span>
          <span className="ml-auto text-sm whitespace-nowrap text-ink-2">
            {step.attempts !== undefined && step.attempts > 1 && <span className="mr-2">attempt {step.attempts}</span>}
            {step.startedAt && <Duration from={step.startedAt} to={step.endedAt} />}
          </span>
        </div>
        {step.note && <div className="text-sm text-ink-2">{step.note}</div>}
        {step.startedAt && (
          <div className="text-xs text-ink-3">
            <ClockTime at={step.startedAt} />
          </div>
        )}
        {step.error && (
          <div className="mt-1.5 rounded-sm border-l-3 border-bad bg-bad-soft px-3 py-2 text-sm wrap-anywhere">{step.error}</div>
        )}
        {step.actions && <div className="mt-2 flex flex-wrap gap-2">{step.actions}</div>}
      </div>
    </li>
  )
}
