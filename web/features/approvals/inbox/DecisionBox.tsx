import { ArrowRightLeft, Check, MessageCircle, MessageSquareReply, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { keyOf } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Kbd } from '../../../ui/Keys.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { useFocusOnOpen } from '../../../ui/useFocusOnOpen.ts'
import { type Decision, decisionOn, decisions, inboxLabels, reasonProblems } from './labels.ts'
import type { Mode } from './outcome.ts'

const icons = { approve: Check, requestChanges: MessageSquareReply, reject: X }
const minLength = 3

interface DecisionBoxProps {
  /** The subject, such as “checkout-payments-test” or “3 requests”. */
  what: string
  mode: Mode | undefined
  onModeChange: (mode: Mode | undefined) => void
  /** True while a decision on the subject is being sent. Nothing else can be sent until the response. */
  isDeciding: boolean
  disabledReason: string | undefined
  commentToApprove: string | null
  /** Must resolve, not reject, after a rejected vote. */
  onDecide: (decision: Decision, comment: string) => Promise<unknown>
  onComment?: ((comment: string) => Promise<unknown>) | undefined
  canReassign?: boolean
}

/** Only approvals don’t need a comment. Ctrl+Enter sends the form, and Escape closes it. */
export function DecisionBox(props: DecisionBoxProps) {
  const { what, mode, onModeChange, isDeciding, commentToApprove: commentRequiredReason, onDecide, onComment, canReassign } = props
  const lockedReason = isDeciding ? inboxLabels.sendingDecision : undefined
  const disabledReason = props.disabledReason ?? (mode ? undefined : lockedReason)
  const goBack = () => onModeChange(undefined)
  if (mode === 'comment' && onComment) {
    return (
      <CommentForm
        key={mode}
        label={`Comment on ${what}`}
        asks={inboxLabels.comment}
        needed="Enter a comment."
        onCancel={goBack}
        onSend={onComment}
      >
        <MessageCircle size={15} aria-hidden /> Send comment
      </CommentForm>
    )
  }
  if (mode && mode !== 'comment' && mode !== 'reassign' && disabledReason === undefined) {
    const needed = mode !== 'approve' ? reasonProblems[mode] : commentRequiredReason
    const { asks } = decisions[mode]
    const Glyph = icons[mode]
    return (
      <CommentForm
        key={mode}
        label={decisionOn(mode, what)}
        asks={asks}
        needed={needed}
        hint={mode === 'approve' ? needed : null}
        danger={mode === 'reject'}
        isDeciding={isDeciding}
        onCancel={goBack}
        onSend={(comment) => onDecide(mode, comment)}
      >
        <Glyph size={15} aria-hidden /> {decisionOn(mode, what)}
      </CommentForm>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {disabledReason !== undefined && <p className="min-w-48 flex-1 text-sm text-ink-2">{disabledReason}</p>}
      {onComment && (
        <Button
          icon={MessageCircle}
          variant="quiet"
          size="sm"
          className={canReassign ? undefined : 'mr-auto'}
          aria-keyshortcuts={keyOf('inbox', 'comment')}
          disabledReason={lockedReason}
          onClick={() => onModeChange('comment')}
        >
          {inboxLabels.addComment}
          <span aria-hidden className="hidden 2xl:inline">
            <Kbd>{keyOf('inbox', 'comment')}</Kbd>
          </span>
        </Button>
      )}
      {canReassign && (
        <Button
          icon={ArrowRightLeft}
          variant="quiet"
          size="sm"
          className="mr-auto"
          aria-keyshortcuts={keyOf('inbox', 'reassign')}
          disabledReason={lockedReason}
          onClick={() => onModeChange('reassign')}
        >
          {inboxLabels.reassign}
          <span aria-hidden className="hidden 2xl:inline">
            <Kbd>{keyOf('inbox', 'reassign')}</Kbd>
          </span>
        </Button>
      )}
      {(['reject', 'requestChanges', 'approve'] as const).map((decision) => (
        <Button
          key={decision}
          icon={icons[decision]}
          variant={decision === 'approve' ? 'primary' : 'secondary'}
          disabledReason={disabledReason}
          aria-keyshortcuts={keyOf('inbox', decision)}
          onClick={() => onModeChange(decision)}
        >
          {decisions[decision].label}
          <span aria-hidden className="hidden lg:inline">
            <Kbd>{keyOf('inbox', decision)}</Kbd>
          </span>
        </Button>
      ))}
    </div>
  )
}

interface CommentFormProps {
  label: string
  asks: string
  needed: string | null
  hint?: string | null
  danger?: boolean
  isDeciding?: boolean
  onCancel: () => void
  onSend: (comment: string) => Promise<unknown>
  children: ReactNode
}

function CommentForm({ label, asks, needed, hint, danger, isDeciding = false, onCancel, onSend, children }: CommentFormProps) {
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const busy = isSending || isDeciding
  const box = useRef<HTMLFormElement>(null)
  // The focus is on the button, so that an approval needs only a second key press, or on a required comment.
  const restoreFocus = useFocusOnOpen(box, needed === null ? 'button[type=submit]' : 'textarea')
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
      await onSend(comment.trim())
    } finally {
      setIsSending(false)
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') goBack()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) box.current?.requestSubmit()
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
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span aria-hidden className="mr-auto hidden items-center gap-1 text-sm text-ink-2 lg:flex">
          <Kbd>Ctrl</Kbd>
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
