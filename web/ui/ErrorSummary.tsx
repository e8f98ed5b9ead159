import { useEffect, useRef } from 'react'

export interface FieldError {
  /** The field's `name`; an error of the whole form has none. */
  name?: string
  message: string
}

/** Puts the focus on the first control of the field with this name. */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  field?.querySelector<HTMLElement>('input:not([type=hidden],[aria-hidden=true]), textarea, select, button, [tabindex]')?.focus()
}

export interface ErrorSummaryProps {
  errors: readonly FieldError[]
  /** How often the form was sent (react-hook-form's `submitCount`). */
  attempt?: number
  title?: string
}

/**
 * What is wrong with a form, above it. Takes the focus once for each attempt that ends in errors, never while one types.
 * `<ErrorSummary errors={[{ name: 'budget', message: 'Give a budget' }]} attempt={submitCount} />`
 */
export function ErrorSummary({ errors, attempt = 0, title }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null)
  const seen = useRef(-1)
  const any = errors.length > 0
  useEffect(() => {
    if (!any || seen.current === attempt) return
    seen.current = attempt
    box.current?.focus()
  }, [any, attempt])
  if (!any) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="error-summary"
      className="rounded-md border border-bad/40 border-l-4 border-l-bad bg-bad-soft px-4 py-3"
    >
      <h2 id="error-summary" className="text-base">
        {title ?? (errors.length === 1 ? 'One thing needs your attention' : `${errors.length} things need your attention`)}
      </h2>
      <ul className="mt-1 list-disc pl-4 marker:text-bad">
        {errors.map((error) => (
          <li key={`${error.name} ${error.message}`}>
            {error.name ? (
              <button
                type="button"
                className="rounded-sm text-left text-bad underline underline-offset-3"
                onClick={() => focusField(error.name!)}
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
