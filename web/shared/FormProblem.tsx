import { ShieldCheck } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ProblemText } from '../api/problem.ts'
import { confirmIdentity, continuesAfterSignIn } from '../api/stepUp.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { formProblemLabels } from './formLabels.ts'

/** Shows the error above a form, with the errors of fields that the form does not show. */
export function FormProblem({ problem }: { problem: ProblemText | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const unplacedFields = useUnmatchedErrors(problem, box)
  if (!problem) return null
  if (problem.code === 'stepUpNeeded')
    return (
      <Banner
        tone="warn"
        title={formProblemLabels.confirmIdentity}
        action={
          <Button size="sm" icon={ShieldCheck} onClick={confirmIdentity}>
            {formProblemLabels.confirm}
          </Button>
        }
      >
        Sign in again with multi-factor authentication. You return to this page and{' '}
        {continuesAfterSignIn() ? 'Slipway continues.' : 'your entries are kept.'}
      </Banner>
    )
  const title =
    problem.fields.length > 0
      ? formProblemLabels.fields
      : problem.code === 'versionMismatch'
        ? formProblemLabels.changedElsewhere
        : problem.message
  return (
    <div ref={box}>
      <Banner tone="bad" title={title}>
        {unplacedFields.length > 0 && (
          <ul>
            {unplacedFields.map(({ name, message }) => (
              <li key={`${name} ${message}`}>
                {titleOf(name)}: {message}
              </li>
            ))}
          </ul>
        )}
        {problem.code === 'versionMismatch' &&
          'Your changes weren’t saved. Close this form, review the latest version and make your change again.'}
        {problem.requestId && problem.fields.length === 0 && <span className="block text-xs">Request ID {problem.requestId}</span>}
      </Banner>
    </div>
  )
}

function useUnmatchedErrors(problem: ProblemText | undefined, box: RefObject<HTMLElement | null>): ProblemText['fields'] {
  const [unplacedFields, setUnplacedFields] = useState<ProblemText['fields']>([])
  const fields = JSON.stringify(problem?.fields ?? [])
  useLayoutEffect(() => {
    const form = box.current?.closest('form, [role=dialog], main')
    const visibleText = [...(form?.querySelectorAll('[data-wrong]') ?? [])].map((field) => field.textContent).join(' ')
    setUnplacedFields((JSON.parse(fields) as ProblemText['fields']).filter(({ message }) => !visibleText.includes(message)))
  }, [fields, box])
  return unplacedFields
}

/** Formats a field's path for display: `budget.contacts` is “Budget contacts”. */
function titleOf(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
