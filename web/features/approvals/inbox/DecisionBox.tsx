import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, Check, MessageCircle, MessageSquareReply, X } from 'lucide-react'
import { getMe } from '../../../api/queries.ts'
import { keyOf } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Keys.tsx'
import { CommentForm } from './CommentForm.tsx'
import { draftOf } from './drafts.ts'
import { type Decision, decisionOn, decisions, inboxLabels, reasonProblems } from './labels.ts'
import type { Mode } from './outcome.ts'

const icons = { approve: Check, requestChanges: MessageSquareReply, reject: X }

interface DecisionBoxProps {
  /** Identifies the subject whose drafts are kept. */
  subject: string
  /** The subject, such as “checkout-payments-test” or “3 requests”. */
  what: string
  mode: Mode | undefined
  onModeChange: (mode: Mode | undefined) => void
  /** True while a decision on the subject is being sent. Nothing else can be sent until the response. */
  isDeciding: boolean
  disabledReason: string | undefined
  commentToApprove: string | null
  /** Must resolve to whether the vote was recorded, and not reject after a rejected vote. */
  onDecide: (decision: Decision, comment: string) => Promise<boolean>
  onComment?: ((comment: string) => Promise<boolean>) | undefined
  canReassign?: boolean
}

/** Only approvals don’t need a comment. Ctrl+Enter in the text sends the form, and Escape closes it. */
export function DecisionBox(props: DecisionBoxProps) {
  const { what, mode, onModeChange, isDeciding, commentToApprove: commentRequiredReason, onDecide, onComment, canReassign } = props
  // Another person can sign in without a reload of this page.
  const subject = `${useQuery(getMe()).data?.id} ${props.subject}`
  const lockedReason = isDeciding ? inboxLabels.sendingDecision : undefined
  const disabledReason = props.disabledReason ?? (mode ? undefined : lockedReason)
  const goBack = () => onModeChange(undefined)
  if (mode === 'comment' && onComment) {
    return (
      <CommentForm
        key={mode}
        subject={subject}
        mode={mode}
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
        subject={subject}
        mode={mode}
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
  const drafts = (['comment', 'reject', 'requestChanges', 'approve'] as const).filter((each) => draftOf(subject, each) !== '')
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {disabledReason !== undefined && <p className="min-w-48 flex-1 text-sm text-ink-2">{disabledReason}</p>}
      {disabledReason === undefined && drafts.length > 0 && (
        <p className="w-full text-sm text-ink-2">
          {inboxLabels.drafts(drafts.map((each) => (each === 'comment' ? inboxLabels.addComment : decisions[each].label)))}
        </p>
      )}
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
