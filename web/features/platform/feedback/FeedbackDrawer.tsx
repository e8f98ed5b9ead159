import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, MessageSquareOff, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getFeedback } from '../../../api/feedbackQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ActivityDisclosure } from '../../../shared/ActivityDisclosure.tsx'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { actionOf, keyOf } from '../../../shared/shortcuts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { FeedbackComment } from './FeedbackComment.tsx'
import { FeedbackReplyForm } from './FeedbackReplyForm.tsx'
import type { Neighbour } from './useNeighbours.ts'

const typing = 'input, textarea, select, [contenteditable], [role=listbox], [role=combobox]'

export function FeedbackDrawer({
  id,
  before,
  after,
  onNavigate,
  onClose,
}: {
  id: string
  before: Neighbour
  after: Neighbour
  onNavigate: (neighbour: Neighbour) => void
  onClose: () => void
}) {
  const result = useQuery(getFeedback(id))
  const feedback = result.data
  const remove = useCall('deleteFeedback', ['feedback'])
  const [isDeleting, setDeleting] = useState(false)
  const [hasUnsavedReply, setHasUnsavedReply] = useState(false)
  const content = useRef<HTMLElement>(null)
  const lastShownId = useRef(id)
  useEffect(() => {
    if (lastShownId.current !== id) content.current?.focus()
    lastShownId.current = id
  }, [id])
  const keys = (event: KeyboardEvent) => {
    const action = actionOf('feedback', event)
    const to = action && { next: after, previous: before }[action]
    if (!to?.id || (event.target as Element).closest(typing)) return
    event.preventDefault()
    onNavigate(to)
  }
  const isMissing = result.error && problemOf(result.error).code === 'notFound'
  return (
    <Drawer
      open
      asksToDiscard={hasUnsavedReply}
      onOpenChange={(next) => !next && onClose()}
      title={feedback?.reference ?? 'Feedback'}
      initialFocus={content}
    >
      {/* The focus moves to the heading when other feedback is shown, because that feedback can have different buttons. */}
      <section
        ref={content}
        tabIndex={-1}
        aria-label={feedback?.reference ?? 'Feedback'}
        onKeyDown={keys}
        className="space-y-5 outline-none"
      >
        <div className="flex items-center gap-1">
          <IconButton
            size="sm"
            variant="secondary"
            icon={ChevronUp}
            label={`Previous (${keyOf('feedback', 'previous')})`}
            disabledReason={before.disabledReason}
            onClick={() => onNavigate(before)}
          />
          <IconButton
            size="sm"
            variant="secondary"
            icon={ChevronDown}
            label={`Next (${keyOf('feedback', 'next')})`}
            disabledReason={after.disabledReason}
            onClick={() => onNavigate(after)}
          />
          <span className="flex-1" />
          {feedback && (
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Delete ${feedback.reference}`}
              disabledReason={reasonOf(feedback, 'delete')}
              onClick={() => setDeleting(true)}
            />
          )}
        </div>
        {feedback ? (
          <>
            <FeedbackComment feedback={feedback} />
            {/* The key resets the form for other feedback and after a concurrent change. */}
            <FeedbackReplyForm
              key={`${feedback.id} ${feedback.version}`}
              feedback={feedback}
              onUnsaved={setHasUnsavedReply}
              onNext={after.id ? () => onNavigate(after) : undefined}
            />
            <ActivityDisclosure key={`activity ${feedback.id}`} kind="feedback" id={feedback.id} />
          </>
        ) : isMissing ? (
          <EmptyState icon={MessageSquareOff} title="Feedback not found">
            An administrator deleted this feedback, or its sender withdrew it.
          </EmptyState>
        ) : (
          <Loading subject="the feedback" query={result} lines={8} />
        )}
      </section>
      {isDeleting && feedback && (
        <ConfirmDialog
          open
          onOpenChange={setDeleting}
          tone="danger"
          title={`Delete ${feedback.reference}?`}
          confirmLabel="Delete feedback"
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id }, headers: ifMatch(feedback.version) })
            toast.ok(`${feedback.reference} deleted`)
            if (after.id) onNavigate({ id: after.id })
            else if (before.id) onNavigate(before)
            else onClose()
          }}
        >
          <p>
            This permanently deletes the feedback, and {feedback.person.displayName} isn’t notified. To reply instead, decline the feedback
            with a comment.
          </p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}
