import { ShieldCheck } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ProblemText } from '../api/problem.ts'
import { confirmIdentity } from '../api/stepUp.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { formProblemLabels } from './formLabels.ts'
import { confirmIdentityLabels } from './labels.ts'

/** The error above a form. Errors of fields that the form shows appear at the field, all others appear here. */
export function FormProblem({ problem }: { problem: ProblemText | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const homeless = useHomeless(problem, box)
  if (!problem) return null
  if (problem.code === 'stepUpNeeded')
    return (
      <Banner
        tone="warn"
        title={confirmIdentityLabels.title}
        action={
          <Button size="sm" icon={ShieldCheck} onClick={confirmIdentity}>
            Confirm
          </Button>
        }
      >
        Sign in again with multi-factor authentication. You return to this page and your entries are kept.
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
        {homeless.length > 0 && (
          <ul>
            {homeless.map(({ name, message }) => (
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

/** Returns the server's errors about fields that the surrounding form does not show. */
function useHomeless(problem: ProblemText | undefined, box: RefObject<HTMLElement | null>): ProblemText['fields'] {
  const [homeless, setHomeless] = useState<ProblemText['fields']>([])
  const fields = JSON.stringify(problem?.fields ?? [])
  useLayoutEffect(() => {
    const form = box.current?.closest('form, [role=dialog], main')
    const shown = [...(form?.querySelectorAll('[data-wrong]') ?? [])].map((field) => field.textContent).join(' ')
    setHomeless((JSON.parse(fields) as ProblemText['fields']).filter(({ message }) => !shown.includes(message)))
  }, [fields, box])
  return homeless
}

/** Formats a field's path for display: `budget.contacts` is “Budget contacts”. */
function titleOf(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
