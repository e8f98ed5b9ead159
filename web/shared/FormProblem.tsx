import type { ProblemWords } from '../api/problem.ts'
import { Banner } from '../ui/Banner.tsx'

/** Why a form was not taken, above it. What is wrong with a field stands at the field. */
export function FormProblem({ problem }: { problem: ProblemWords | undefined }) {
  if (!problem) return null
  const title =
    problem.fields.length > 0
      ? 'Something needs your attention'
      : problem.code === 'versionMismatch'
        ? 'Someone else changed this while you had it open'
        : problem.message
  return (
    <Banner tone="bad" title={title}>
      {problem.code === 'versionMismatch' &&
        'Nothing of yours was saved. Close this, look at what is there now, and make your change again.'}
      {problem.requestId && problem.fields.length === 0 && <span className="block text-xs">Request id {problem.requestId}</span>}
    </Banner>
  )
}
