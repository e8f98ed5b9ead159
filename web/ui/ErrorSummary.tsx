import { useEffect, useId, useRef } from 'react'
import { focusField } from './focusField.ts'
import { announce } from './LiveRegion.tsx'
import { uiLabels } from './labels.ts'

export interface FieldError {
  /** The `name` of the field; undefined for an error of the whole form. */
  name?: string
  message: string
}

interface ErrorSummaryProps {
  errors: readonly FieldError[]
  attempt?: number
  title?: string
}

/**
 * Lists the errors above a form and announces them once per submission, never while people type. The focus moves to the first invalid field
 * (`Form`), or to this summary if no field is invalid. `<ErrorSummary errors={[{ name: 'budget', message: 'Give a budget' }]}
 * attempt={attempt} />`
 */
export function ErrorSummary({ errors, attempt = 0, title }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null)
  const focusedAttempt = useRef(-1)
  const heading = useId()
  const summary = title ?? uiLabels.fieldsNeedAttention(errors.length)
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (!hasErrors || focusedAttempt.current === attempt) return
    focusedAttempt.current = attempt
    announce(summary, { urgent: true })
  }, [hasErrors, attempt, summary])
  if (!hasErrors) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      data-errors
      aria-labelledby={heading}
      className="rounded-md border border-bad/40 border-l-4 border-l-bad bg-bad-soft px-4 py-3"
    >
      <h2 id={heading} className="text-base">
        {summary}
      </h2>
      <ul className="mt-1 list-disc pl-4 marker:text-bad">
        {errors.map((error) => (
          <li key={`${error.name} ${error.message}`}>
            {error.name ? (
              <button
                type="button"
                className="rounded-sm text-left text-bad underline underline-offset-3"
                onClick={() => focusField(error.name!, box.current?.closest('form') ?? document)}
              >
                {error.message}
              </button>
            ) : (
              error.message
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
