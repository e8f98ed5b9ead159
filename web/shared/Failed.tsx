import { isRefused, problemOf } from '../api/problem.ts'
import { ErrorState, RefusedState } from '../ui/States.tsx'

/** Shown in place of content that failed to load: the reason of a refusal, or the error with a retry button. */
export function Failed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isRefused(error)) return <RefusedState reason={message} requestId={requestId} />
  return (
    <ErrorState title={`${what} couldn’t be loaded`} requestId={requestId} onRetry={onRetry}>
      <p>{message}</p>
    </ErrorState>
  )
}
