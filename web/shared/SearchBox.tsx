import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'

const pauseMs = 250

interface SearchBoxProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  text: string
  onSearch: (text: string) => void
}

/** People can type on while a search is running. */
export function SearchBox({ text, onSearch, ...field }: SearchBoxProps) {
  const [typedText, setTypedText] = useState(text)
  const query = useRef(text)
  const onSearchRef = useRef(onSearch)
  onSearchRef.current = onSearch
  // A text that was not typed here comes from a link, the back button, or a button that clears the search.
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
