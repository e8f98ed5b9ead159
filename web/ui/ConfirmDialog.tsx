import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './TextField.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, what goes, how it can be taken back. */
  children: ReactNode
  /** A verb and its object: "Decommission payments-prod". */
  confirmLabel: string
  tone?: 'danger' | 'primary'
  /** What must be typed before it can be done, usually the name of what goes. */
  typed?: string
  /** A dialog stays open and busy until it settles; an Error it throws is shown. */
  onConfirm: () => unknown
}

/** Asks before something that matters. What destroys asks for its name to be typed. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  tone = 'primary',
  typed,
  onConfirm,
}: ConfirmDialogProps) {
  const form = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const right = typed === undefined || text.trim() === typed
  const close = (next: boolean) => {
    if (busy) return
    setText('')
    setError(undefined)
    onOpenChange(next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!right || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      setText('')
      onOpenChange(false)
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button type="submit" form={form} variant={tone} loading={busy} disabledReason={right ? undefined : `Type ${typed} first`}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <div className="max-w-prose space-y-2 text-ink-2">{children}</div>
        {typed !== undefined && (
          <TextField
            label={
              <>
                Type <code className="rounded-sm bg-sunken px-1 font-mono text-sm select-all">{typed}</code> to confirm
              </>
            }
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            mono
          />
        )}
        {error && <Banner tone="bad" title={error} />}
      </form>
    </Dialog>
  )
}
