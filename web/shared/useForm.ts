import { useState } from 'react'
import { type ProblemText, problemOf } from '../api/problem.ts'
import { fieldError } from './fieldError.ts'

/** A form that is filled in and sent. */
export interface FormState {
  /** Checks and sends. */
  submit: () => Promise<void>
  busy: boolean
  /** Why it was not accepted. */
  problem: ProblemText | undefined
  /** What is wrong with a field: what is known here once somebody has tried to send it, then what the server said. */
  errorOf: (field: string) => string | undefined
  /** Somebody has tried to send it. */
  tried: boolean
  /** As if nobody had. */
  reset: () => void
}

/**
 * What every form does alike. Nothing is sent while something is wrong or being sent; what the server refuses is shown in the form.
 * @param call sends it
 * @param wrong what is wrong, by field
 * @param send sends it, and goes on from there. Whatever it throws is a refusal of the call
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
        // The call holds the error, and the form shows it.
      }
    },
  }
}
