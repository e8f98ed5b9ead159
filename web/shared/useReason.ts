import { type ChangeEvent, useState } from 'react'

export function useReason(message: string, minLength = 3) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  return {
    field: {
      label: 'Reason',
      name: 'reason',
      value: text,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setText(target.value)
        setError(undefined)
      },
    },
    read(): string | undefined {
      if (text.trim().length >= minLength) return text.trim()
      setError(message)
      return undefined
    },
  }
}
