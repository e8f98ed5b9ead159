import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

/** Milliseconds after the last key. */
const pauseMs = 250

export interface SearchBoxProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** What the address says is looked for. */
  text: string
  onSearch: (text: string) => void
}

/** Looks for words in a list: asks a moment after the last key, and keeps what is typed meanwhile. */
export function SearchBox({ text, onSearch, ...field }: SearchBoxProps) {
  const [typed, setTyped] = useState(text)
  const asked = useRef(text)
  const ask = useRef(onSearch)
  ask.current = onSearch
  // Words that were not asked for here come from a link, a step back or a button that clears them.
  useEffect(() => {
    if (text === asked.current) return
    asked.current = text
    setTyped(text)
  }, [text])
  useEffect(() => {
    const next = typed.trim()
    if (next === asked.current) return
    const timer = setTimeout(() => {
      asked.current = next
      ask.current(next)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      hideLabel
      optional
      type="search"
      maxLength={200}
      prefix={<Search size={15} aria-hidden />}
      {...field}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
