import { Check, MessageSquareReply, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Keys.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { type Decision, decisions } from './outcome.ts'

const icons = { approve: Check, requestChanges: MessageSquareReply, reject: X }
const shortest = 3
const shortOf = { reject: 'Say why, so that the requester can act on it.', requestChanges: 'Say what should be changed.' }

export interface DecisionBoxProps {
  /** What is decided on: "checkout-payments-test", "3 requests". */
  what: string
  /** The decision being worded, if any; keys set it too. */
  mode: Decision | undefined
  onMode: (mode: Decision | undefined) => void
  /** Why one cannot decide. */
  disabledReason: string | undefined
  /** Why approving needs words too, if it does. */
  commentToApprove: string | null
  /** Settles when the vote is in or was refused. */
  onDecide: (decision: Decision, comment: string) => Promise<unknown>
}

/** Three ways to decide, worded in place: approving needs no words, the others do. Ctrl Enter sends, Escape goes back. */
export function DecisionBox({ what, mode, onMode, disabledReason, commentToApprove, onDecide }: DecisionBoxProps) {
  if (mode && disabledReason === undefined) {
    const needed = mode !== 'approve' ? shortOf[mode] : commentToApprove
    return <DecisionForm key={mode} what={what} decision={mode} needed={needed} onCancel={() => onMode(undefined)} onDecide={onDecide} />
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {disabledReason !== undefined && <p className="min-w-48 flex-1 text-sm text-ink-2">{disabledReason}</p>}
      {(['reject', 'requestChanges', 'approve'] as const).map((decision) => (
        <Button
          key={decision}
          icon={icons[decision]}
          variant={decision === 'approve' ? 'primary' : 'secondary'}
          disabledReason={disabledReason}
          aria-keyshortcuts={decisions[decision].key}
          onClick={() => onMode(decision)}
        >
          {decisions[decision].label}
          <span aria-hidden className="hidden lg:inline">
            <Kbd>{decisions[decision].key}</Kbd>
          </span>
        </Button>
      ))}
    </div>
  )
}

interface DecisionFormProps extends Pick<DecisionBoxProps, 'what' | 'onDecide'> {
  decision: Decision
  /** What to say where a comment is missing; null when it may be. */
  needed: string | null
  onCancel: () => void
}

function DecisionForm({ what, decision, needed, onCancel, onDecide }: DecisionFormProps) {
  const { on, asks } = decisions[decision]
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  // Approving is mostly one more key away; whatever needs words begins with them.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(needed === null ? 'button[type=submit]' : 'textarea')?.focus()
  }, [needed])
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    if (needed !== null && comment.trim().length < shortest) {
      setError(needed)
      box.current?.querySelector<HTMLElement>('textarea')?.focus()
      return
    }
    setBusy(true)
    try {
      await onDecide(decision, comment.trim())
    } finally {
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form ref={box} onSubmit={send} onKeyDown={keys} noValidate aria-label={`${on} ${what}`} className="space-y-2">
      <TextArea
        label={asks}
        optional={needed === null}
        {...(decision === 'approve' && needed !== null && { hint: needed })}
        name="comment"
        maxLength={1000}
        rows={2}
        value={comment}
        error={error}
        onChange={(event) => {
          setComment(event.target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span aria-hidden className="mr-auto hidden items-center gap-1 text-sm text-ink-2 lg:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd> sends, <Kbd>Esc</Kbd> goes back
        </span>
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" loading={busy} variant={decision === 'reject' ? 'danger' : 'primary'} icon={icons[decision]}>
          {on} {what}
        </Button>
      </div>
    </form>
  )
}
