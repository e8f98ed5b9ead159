import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

/** The delay after the last key, in milliseconds. */
const pauseMs = 250

export interface SearchBoxProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** The search text in the address. */
  text: string
  onSearch: (text: string) => void
}

/** A search box for a list. The search starts shortly after the last key, and typing continues meanwhile. */
export function SearchBox({ text, onSearch, ...field }: SearchBoxProps) {
  const [typed, setTyped] = useState(text)
  const query = useRef(text)
  const ask = useRef(onSearch)
  ask.current = onSearch
  // Text that was not typed here comes from a link, the back button or a button that clears the search.
  useEffect(() => {
    if (text === query.current) return
    query.current = text
    setTyped(text)
  }, [text])
  useEffect(() => {
    const next = typed.trim()
    if (next === query.current) return
    const timer = setTimeout(() => {
      query.current = next
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
