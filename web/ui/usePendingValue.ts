import { useState } from 'react'

/**
 * Returns the value with the changes that the parent has not rendered yet, and a function that changes it. A value in the URL is rendered
 * late on a busy machine, and a change that starts from the old value would lose the previous one.
 */
export function usePendingValue<T>(value: T, onChange: (value: T) => void): [T, (next: T) => void] {
  const renderedValue = JSON.stringify(value)
  const [pending, setPending] = useState<{ from: string; value: T }>()
  const isPending = pending?.from === renderedValue
  if (pending && !isPending) setPending(undefined)
  const change = (next: T) => {
    setPending({ from: renderedValue, value: next })
    onChange(next)
  }
  return [isPending ? pending.value : value, change]
}
