import { type ReactNode, useId, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/Form.tsx'
import { ConfirmationField } from './ConfirmationField.tsx'
import { busyReason, cancelLabel } from './formLabels.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** A verb and its object: “Decommission payments-prod”. */
  confirmLabel: string
  tone?: 'danger' | 'primary'
  typed?: string
  /**
   * The dialog stays open and busy until the promise resolves. An error that it throws is shown; `false` means that a field shows the
   * error.
   */
  onConfirm: () => unknown
  explain?: (problem: unknown) => ReactNode
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  tone = 'primary',
  typed,
  onConfirm,
  explain = (problem) => <Banner tone="bad" title={problemOf(problem).message} />,
}: ConfirmDialogProps) {
  const form = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ thrown: unknown }>()
  const right = typed === undefined || text.trim() === typed
  const close = (next: boolean) => {
    setText('')
    setError(undefined)
    onOpenChange(next)
  }
  const submit = async () => {
    if (!right || busy) return
    setBusy(true)
    setError(undefined)
    try {
      if ((await onConfirm()) === false) return
      setText('')
      onOpenChange(false)
    } catch (problem) {
      setError({ thrown: problem })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      cancel={cancelLabel}
      closeDisabledReason={busy ? busyReason : undefined}
      footer={
        <Button type="submit" form={form} variant={tone} loading={busy} disabledReason={right ? undefined : `Type ${typed} to confirm.`}>
          {confirmLabel}
        </Button>
      }
    >
      <Form id={form} onSubmit={submit} className="space-y-4">
        <div className="max-w-prose space-y-2 text-ink-2">{children}</div>
        {typed !== undefined && <ConfirmationField expected={typed} value={text} onChange={(event) => setText(event.target.value)} />}
        {error && explain(error.thrown)}
      </Form>
    </Dialog>
  )
}
