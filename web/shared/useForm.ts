import { useState } from 'react'
import { type ProblemText, problemOf } from '../api/problem.ts'
import { fieldError } from './fieldError.ts'

/** The state of a form. */
export interface FormState {
  /** Validates and sends the form. */
  submit: () => Promise<void>
  busy: boolean
  /** The reason why the server refused the form. */
  problem: ProblemText | undefined
  /** The error of a field: first the local validation, after the first attempt to send, then the server's error. */
  errorOf: (field: string) => string | undefined
  /** True after the first attempt to send the form. */
  tried: boolean
  /** Restores the state before the first attempt to send. */
  reset: () => void
}

/**
 * The common behaviour of forms. A form with errors is not sent, nor is one that is being sent; a refusal is shown in the form.
 * @param call sends the form
 * @param wrong the local errors by field
 * @param send sends the form and continues; any error that it throws is a refusal of the call
 */
export function useForm(
  call: { error: unknown; isPending: boolean },
  wrong: Readonly<Record<string, string | undefined>>,
  send: () => unknown,
): FormState {
  const [tried, setTried] = useState(false)
  const problem = call.error ? problemOf(call.error) : undefined
  return {
    busy: call.isPending,
    tried,
    problem,
    errorOf: (field) => (tried ? wrong[field] : undefined) ?? fieldError(problem, field),
    reset: () => setTried(false),
    async submit() {
      setTried(true)
      if (call.isPending || Object.values(wrong).some(Boolean)) return
      try {
        await send()
      } catch {
        // The call keeps the error, and the form shows it.
      }
    },
  }
}
