import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { textPause } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Kbd } from '../../../ui/Keys.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { useFocusOnOpen } from '../../../ui/useFocusOnOpen.ts'
import { draftOf, saveDraft } from './drafts.ts'
import { inboxLabels } from './labels.ts'
import type { Mode } from './outcome.ts'

const minLength = 3

interface CommentFormProps {
  subject: string
  mode: Exclude<Mode, 'reassign'>
  label: string
  asks: string
  needed: string | null
  hint?: string | null
  danger?: boolean
  isDeciding?: boolean
  onCancel: () => void
  onSend: (comment: string) => Promise<boolean>
  children: ReactNode
}

export function CommentForm(props: CommentFormProps) {
  const { subject, mode, label, asks, needed, hint, danger, isDeciding = false, onCancel, onSend, children } = props
  const [comment, setComment] = useState(() => draftOf(subject, mode))
  const [openedAt] = useState(() => performance.now())
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const busy = isSending || isDeciding
  const box = useRef<HTMLFormElement>(null)
  // The focus is on the button, so that an approval needs only a second key press, or on a required comment.
  const [firstFocus] = useState(needed === null && comment === '' ? 'button[type=submit]' : 'textarea')
  const restoreFocus = useFocusOnOpen(box, firstFocus)
  const goBack = () => {
    if (busy) return
    restoreFocus()
    onCancel()
  }
  const send = async () => {
    if (busy) return
    if (needed !== null && comment.trim().length < minLength) return setError(needed)
    setIsSending(true)
    try {
      if (await onSend(comment.trim())) saveDraft(subject, mode, '')
    } finally {
      setIsSending(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    // Someone who types on a button believes the focus to be elsewhere, and opened the form with a letter of the text.
    const isOnButton = comment === '' && !(event.target instanceof HTMLTextAreaElement)
    const hasModifier = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') goBack()
    else if (event.key === 'Enter' && hasModifier) !isOnButton && box.current?.requestSubmit()
    else if (event.key === ' ' && isOnButton && event.timeStamp - openedAt < textPause) goBack()
    else if (event.key.length === 1 && event.key !== ' ' && isOnButton && !hasModifier && !event.altKey && !event.repeat) return goBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Form ref={box} onSubmit={send} onKeyDown={keys} aria-label={label} className="space-y-2">
      <TextArea
        label={asks}
        optional={needed === null}
        {...(hint && { hint })}
        name="comment"
        maxLength={1000}
        rows={2}
        value={comment}
        error={error}
        onChange={(event) => {
          setComment(event.target.value)
          saveDraft(subject, mode, event.target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span aria-hidden className="mr-auto hidden items-center gap-1 text-sm text-ink-2 lg:flex">
          {(needed !== null || comment !== '') && <Kbd>Ctrl</Kbd>}
          <Kbd>Enter</Kbd> to send, <Kbd>Esc</Kbd> to go back
        </span>
        <Button disabledReason={busy ? inboxLabels.sendingDecision : undefined} onClick={goBack}>
          Back
        </Button>
        <Button type="submit" loading={busy} variant={danger ? 'danger' : 'primary'}>
          {children}
        </Button>
      </div>
    </Form>
  )
}
