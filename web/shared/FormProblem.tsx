import { ShieldCheck } from 'lucide-react'
import type { ProblemWords } from '../api/problem.ts'
import { confirmIdentity } from '../api/stepUp.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Why a form was not taken, above it. What is wrong with a field stands at the field. */
export function FormProblem({ problem }: { problem: ProblemWords | undefined }) {
  if (!problem) return null
  if (problem.code === 'stepUpNeeded')
    return (
      <Banner
        tone="warn"
        title="Confirm that it is you"
        action={
          <Button size="sm" icon={ShieldCheck} onClick={confirmIdentity}>
            Confirm
          </Button>
        }
      >
        This needs a fresh sign-in with a second factor. You come back here, and what you entered is kept.
      </Banner>
    )
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
