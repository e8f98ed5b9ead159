import { isDenied, problemOf, withoutUnchanged } from '../api/problem.ts'
import { uiLabels } from '../ui/labels.ts'
import { AccessDeniedState, ErrorState } from '../ui/States.tsx'

/** Replaces content that failed to load: with the reason for a denial, or the error and a retry button. */
export function LoadError({ subject, error, onRetry }: { subject: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isDenied(error)) return <AccessDeniedState reason={message} requestId={requestId} />
  return (
    <ErrorState title={uiLabels.loadFailed(subject)} requestId={requestId} onRetry={onRetry}>
      <p>{withoutUnchanged(message)}</p>
    </ErrorState>
  )
}
