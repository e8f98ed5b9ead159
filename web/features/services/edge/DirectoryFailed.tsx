import { PlugZap } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { EmptyState } from '../../../ui/States.tsx'

/** A missing store directory isn’t a failure, because Slipway can be installed without it. */
export function DirectoryFailed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  const { code, message } = problemOf(error)
  if (code !== 'notSetUp') return <LoadError subject={what} error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={PlugZap} title="No store directory configured">
      {message}
    </EmptyState>
  )
}
