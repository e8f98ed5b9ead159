import { type ChangeEvent, useState } from 'react'
import { type ProblemText, problemOf } from '../api/problem.ts'
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

/** The state of a form. */
export interface FormState {
  /** Validates and sends the form. */
  submit: () => Promise<void>
  busy: boolean
  /** The reason why the server rejected the form. */
  problem: ProblemText | undefined
  /** The error of a field: first the local validation, after the first attempt to send, then the server's error. */
  errorOf: (field: string) => string | undefined
  /** Props of a field whose name is the name of the value it sends. */
  field: <Value>(name: string, value: Value, onChange: (value: Value) => void) => FieldBinding<Value>
  /** The same for a text field or a text area. */
  text: (name: string, value: string, onChange: (value: string) => void) => TextBinding
  /** True after the first attempt to send the form. */
  tried: boolean
  /** Restores the state before the first attempt to send. */
  reset: () => void
}

/**
 * The common behaviour of forms. A form with errors, or one that is already being sent, is not sent. A rejection is shown in the form.
 * @param call sends the form
 * @param errors the local errors by field
 * @param send sends the form and continues; any error that it throws means that the call was rejected
 */
export function useForm(
  call: { error: unknown; isPending: boolean },
  errors: Readonly<Record<string, string | undefined>>,
  send: () => unknown,
): FormState {
  const [tried, setSubmitted] = useState(false)
  const problem = call.error ? problemOf(call.error) : undefined
  const errorOf = (field: string) => (tried ? errors[field] : undefined) ?? fieldError(problem, field)
  return {
    busy: call.isPending,
    tried,
    problem,
    errorOf,
    field: (name, value, onChange) => ({ name, value, onChange, error: errorOf(name) }),
    text: (name, value, onChange) => ({ name, value, onChange: (event) => onChange(event.target.value), error: errorOf(name) }),
    reset: () => setSubmitted(false),
    async submit() {
      setSubmitted(true)
      if (call.isPending || Object.values(errors).some(Boolean)) return
      try {
        await send()
      } catch {
        // The call already has the error, and the form shows it.
      }
    },
  }
}
