import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { OperationId } from '../../../api/client.ts'
import { deliver } from '../../../api/delivery.ts'
import { isOutcomeUnknown, problemOf } from '../../../api/problem.ts'
import { refresh } from '../../../api/queryCall.ts'
import { discardStepUpCall, isStepUpNeeded, type PendingStepUpCall, takeReturn } from '../../../api/stepUp.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { cancelMs, sessionLabels } from './labels.ts'
import { type OperationLabels, operationLabels } from './operationLabels.ts'

const labels: Partial<Record<OperationId, OperationLabels>> = operationLabels

/** The description of the call says what to do, so the confirmation names the changed record instead. */
function nameOf(response: unknown): string | undefined {
  const { displayName, name, reference, title } = (response ?? {}) as Record<string, unknown>
  return [displayName, title, name, reference].find((text): text is string => typeof text === 'string')
}

export function StepUpDialog({ pendingCall }: { pendingCall: PendingStepUpCall }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const [continues, setContinues] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { verb, done, next, outcomeOf }: OperationLabels = labels[pendingCall.operation] ?? { verb: 'Continue', done: 'Done' }
  const body = (pendingCall.input as { body?: { reason?: string; justification?: string; comment?: string; changeNote?: string } }).body
  const message = body?.reason ?? body?.justification ?? body?.comment ?? body?.changeNote
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    discardStepUpCall()
    setOpen(false)
  }
  const refreshAll = () => {
    for (const kind of pendingCall.kinds) void refresh(client, kind)
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      // The stored input has the type of the stored operation, and the server checks it.
      const response = await deliver(client, pendingCall.operation, pendingCall.input as never, pendingCall.kinds)
      refreshAll()
      const { counts } = response as { counts?: { counted: number } }
      const requestedCount = (pendingCall.input as { body?: { items?: unknown[] } }).body?.items?.length
      if (counts && requestedCount !== undefined && counts.counted < requestedCount)
        toast.bad(`${counts.counted} of ${requestedCount} approved`, {
          description: 'Open the other requests in your inbox to see the reasons.',
        })
      else {
        const { title = done, description = next ?? nameOf(response) } = outcomeOf?.(response as never) ?? {}
        toast.ok(title, description ? { description } : {})
      }
      close()
    } catch (problem) {
      setError(problem)
      if (isOutcomeUnknown(problem)) refreshAll()
    } finally {
      setBusy(false)
    }
  }
  const confirmOnce = useRef(confirm)
  useLayoutEffect(() => {
    if (!takeReturn()) return
    setContinues(true)
    timer.current = setTimeout(() => void confirmOnce.current(), cancelMs)
    return () => clearTimeout(timer.current)
  }, [])
  const isContinuing = continues && error === undefined
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && close()}
      title={isContinuing ? sessionLabels.continuing : sessionLabels.continueAction}
      description={
        isContinuing
          ? undefined
          : `You left to confirm your identity. Your input was kept.${isOutcomeUnknown(error) ? '' : ' Nothing has changed yet.'}`
      }
      size="sm"
      footer={
        <>
          <Button onClick={close} disabledReason={busy ? sessionLabels.isSending : undefined}>
            {isContinuing ? sessionLabels.cancel : sessionLabels.notNow}
          </Button>
          {!isContinuing && (
            <Button
              variant={pendingCall.tone ?? 'primary'}
              loading={busy}
              disabledReason={isStepUpNeeded(error) ? 'This action needs multi-factor authentication.' : undefined}
              onClick={confirm}
            >
              {verb}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3">
        {isContinuing ? (
          <Progress label={pendingCall.what ?? verb} value={null} />
        ) : (
          pendingCall.what && <p className="font-medium wrap-anywhere">{pendingCall.what}</p>
        )}
        {pendingCall.warning && <Banner tone="warn" title={pendingCall.warning} />}
        {message && <blockquote className="border-l-2 border-line-mid pl-3 text-ink-2 wrap-anywhere">{message}</blockquote>}
        {isStepUpNeeded(error) ? (
          <Banner tone="bad" title="Your sign-in didn’t include multi-factor authentication">
            Nothing was changed. Register a second factor with the service desk, or ask an administrator to check the sign-in rules.
          </Banner>
        ) : (
          error !== undefined && <FormProblem problem={problemOf(error)} />
        )}
      </div>
    </Dialog>
  )
}
