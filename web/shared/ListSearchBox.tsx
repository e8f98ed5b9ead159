import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { FilterRow } from './FilterRow.tsx'
import { describeMatches } from './listSearchLabels.ts'
import { SearchBox } from './SearchBox.tsx'

/** Searches a list that is completely loaded, and shows the number of matches. Place other filters beside the box. */
export function ListSearchBox({
  label,
  placeholder,
  text,
  onSearch,
  shown,
  total,
  subject,
  plural = `${subject}s`,
  onClear,
  children,
}: {
  label: string
  placeholder: string
  text: string
  onSearch: (text: string) => void
  shown: number | undefined
  total: number | undefined
  subject: string
  plural?: string
  /** Set this if other filters also narrow the list. */
  onClear?: (() => void) | undefined
  children?: ReactNode
}) {
  return (
    <FilterRow search={<SearchBox label={label} className="w-full sm:w-72" placeholder={placeholder} text={text} onSearch={onSearch} />}>
      {children}
      {onClear && (
        <Button variant="quiet" onClick={onClear}>
          Show all
        </Button>
      )}
      <p className="text-sm text-ink-2 sm:ml-auto" aria-live="polite">
        {shown === undefined || total === undefined ? ' ' : describeMatches(shown, total, subject, plural)}
      </p>
    </FilterRow>
  )
}
