import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

/** The delay after the last key, in milliseconds. */
const pauseMs = 250

export interface SearchBoxProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** The search text in the URL. */
  text: string
  onSearch: (text: string) => void
}

/** A search box for a list. The search starts shortly after the last key, and people can type on during the search. */
export function SearchBox({ text, onSearch, ...field }: SearchBoxProps) {
  const [typedText, setTypedText] = useState(text)
  const query = useRef(text)
  const onSearchRef = useRef(onSearch)
  onSearchRef.current = onSearch
  // If the text was not typed here, it comes from a link, the back button or a button that clears the search.
  useEffect(() => {
    if (text === query.current) return
    query.current = text
    setTypedText(text)
  }, [text])
  useEffect(() => {
    const next = typedText.trim()
    if (next === query.current) return
    const timer = setTimeout(() => {
      query.current = next
      onSearchRef.current(next)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typedText])
  return (
    <TextField
      hideLabel
      optional
      type="search"
      maxLength={200}
      prefix={<Search size={15} aria-hidden />}
      {...field}
      value={typedText}
      onChange={(event) => setTypedText(event.target.value)}
    />
  )
}
