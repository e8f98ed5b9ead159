import { isRefused, problemOf } from '../api/problem.ts'
import { ErrorState, RefusedState } from '../ui/States.tsx'

/** An answer that did not come, in place of what it would have filled: refused with the reason, or failed with a way to try again. */
export function Failed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isRefused(error)) return <RefusedState reason={message} requestId={requestId} />
  return (
    <ErrorState title={`${what} couldn’t be loaded`} requestId={requestId} onRetry={onRetry}>
      <p>{message}</p>
    </ErrorState>
  )
}
