import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { count } from './waits.ts'

/** Narrows a short list that is all here by typing, and says how many are left. Other filters stand beside it. */
export function ListSearchBox({
  label,
  placeholder,
  text,
  onSearch,
  shown,
  total,
  what,
  many = `${what}s`,
  onClear,
  children,
}: {
  label: string
  placeholder: string
  text: string
  onSearch: (text: string) => void
  shown: number | undefined
  total: number | undefined
  what: string
  many?: string
  /** Given when something else than the text narrows the list. */
  onClear?: (() => void) | undefined
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TextField
        label={label}
        hideLabel
        optional
        type="search"
        className="w-full sm:w-72"
        prefix={<Search size={15} aria-hidden />}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onSearch(event.target.value)}
      />
      {children}
      {onClear && (
        <Button variant="quiet" onClick={onClear}>
          Show all
        </Button>
      )}
      <p className="text-sm text-ink-2 sm:ml-auto" aria-live="polite">
        {shown === undefined || total === undefined
          ? ' '
          : shown === total
            ? count(total, what, many)
            : `${shown} of ${count(total, what, many)}`}
      </p>
    </div>
  )
}
