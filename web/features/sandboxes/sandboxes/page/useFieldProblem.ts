import { type SyntheticEvent, useState } from 'react'

/**
 * Returns the error of the first field whose text isn’t a valid value, while people type, and the handlers for the element around the fields.
 * The field then shows its error too.
 */
export function useFieldProblem() {
  const [problem, setProblem] = useState<string>()
  const check = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    // The field updates its validity when it has rendered.
    setTimeout(() => setProblem([...currentTarget.querySelectorAll('input')].find((input) => !input.checkValidity())?.validationMessage))
  }
  return [problem, { onInput: check, onClick: check, onKeyUp: check, onBlur: check }] as const
}
