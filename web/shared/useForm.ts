import { type ChangeEvent, useState } from 'react'
import { type ProblemText, problemOf } from '../api/problem.ts'
import type { FieldError } from '../ui/ErrorSummary.tsx'
import { fieldError } from './fieldError.ts'

interface FieldBinding<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}
type TextBinding = Omit<FieldBinding<string>, 'onChange'> & {
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

export interface FormState {
  submit: () => Promise<void>
  busy: boolean
  problem: ProblemText | undefined
  /** Returns the local error, after the first attempt to send, or else the server's error. */
  errorOf: (field: string) => string | undefined
  /** Returns props of a field. `name` is the name of the value in the API. */
  field: <Value>(name: string, value: Value, onChange: (value: Value) => void) => FieldBinding<Value>
  text: (name: string, value: string, onChange: (value: string) => void) => TextBinding
  isSubmitted: boolean
  summary: { errors: FieldError[]; attempt: number }
  reset: () => void
}

/**
 * Handles the submission of a form. A form with local errors, or one that is already being sent, is not sent. A rejection is shown in the
 * form.
 * @param call the mutation that sends the form
 * @param errors the local errors by field
 * @param send sends the form and continues; if it throws an error, the call was rejected
 */
export function useForm(
  call: { error: unknown; isPending: boolean },
  errors: Readonly<Record<string, string | undefined>>,
  send: () => unknown,
): FormState {
  const [attempt, setAttempt] = useState(0)
  const isSubmitted = attempt > 0
  const problem = call.error ? problemOf(call.error) : undefined
  const errorOf = (field: string) => (isSubmitted ? errors[field] : undefined) ?? fieldError(problem, field)
  return {
    busy: call.isPending,
    isSubmitted,
    summary: {
      attempt,
      errors: isSubmitted ? Object.entries(errors).flatMap(([name, message]) => (message ? { name, message } : [])) : [],
    },
    problem,
    errorOf,
    field: (name, value, onChange) => ({ name, value, onChange, error: errorOf(name) }),
    text: (name, value, onChange) => ({ name, value, onChange: (event) => onChange(event.target.value), error: errorOf(name) }),
    reset: () => setAttempt(0),
    async submit() {
      setAttempt((previous) => previous + 1)
      if (call.isPending || Object.values(errors).some(Boolean)) return
      try {
        await send()
      } catch {
        // The mutation has the error, and the form shows it.
      }
    },
  }
}
