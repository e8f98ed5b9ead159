import { Compass } from 'lucide-react'
import { isDenied, isNotFound, problemOf, withoutUnchanged } from '../api/problem.ts'
import { uiLabels } from '../ui/labels.ts'
import { AccessDeniedState, EmptyState, ErrorState } from '../ui/States.tsx'

/**
 * Replaces content that failed to load: with the reason for a denial, or the error and a retry button. What the person can’t see is also
 * missing, and a retry would only record another denial.
 */
export function LoadError({ subject, error, onRetry }: { subject: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isDenied(error)) return <AccessDeniedState reason={message} requestId={requestId} />
  if (isNotFound(error))
    return (
      <EmptyState icon={Compass} title={withoutUnchanged(message)}>
        {uiLabels.missingOrHidden}
      </EmptyState>
    )
  return (
    <ErrorState title={uiLabels.loadFailed(subject)} requestId={requestId} onRetry={onRetry}>
      <p>{withoutUnchanged(message)}</p>
    </ErrorState>
  )
}
