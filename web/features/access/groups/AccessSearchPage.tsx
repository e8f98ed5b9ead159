import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { findAccess } from '../../../api/accessGroupQueries.ts'
import { AccessPage } from '../../../shared/AccessPage.tsx'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { useFirstField } from '../../../shared/useFirstField.ts'
import { Button } from '../../../ui/Button.tsx'
import { AccessSearchResults } from './AccessSearchResults.tsx'
import { type AccessSearchParams, pageSize, questionOf } from './accessSearchParams.ts'
import { Examples } from './Examples.tsx'
import { findLabels } from './groupLabels.ts'

const route = getRouteApi('/access/find')

export function AccessSearchPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(search.q ?? '')
  const debouncedText = useDebounced(text.trim())
  const requestedText = search.q ?? ''
  const change = (next: Partial<AccessSearchParams>) =>
    void navigate({ search: (previous) => ({ ...previous, size: undefined, ...next }), replace: true, resetScroll: false })

  /** Filters from the previous search could hide every result of a new one. */
  const searchFor = (enteredText: string) =>
    change({ q: enteredText || undefined, environment: undefined, tower: undefined, role: undefined })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the words, not the other way round
  useEffect(() => {
    if (debouncedText !== requestedText) searchFor(debouncedText)
  }, [debouncedText])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that was followed brings its own words
  useEffect(() => {
    if (requestedText !== debouncedText && requestedText !== text.trim()) setText(requestedText)
  }, [requestedText])

  const question = questionOf(search)
  useFirstField('[name=q]', question === undefined)
  const result = useQuery({ ...findAccess(question ?? { searchTerm: ' ' }), enabled: question !== undefined })
  return (
    <AccessPage
      part="find"
      description="Describe the task and the account, or paste an error from Azure. Groups with the least privilege come first."
    >
      <div className="space-y-4">
        <SearchForm
          text={text}
          onTextChange={setText}
          busy={result.isFetching}
          onSearch={() => text.trim() !== requestedText && searchFor(text.trim())}
        />
        {question ? (
          <AccessSearchResults
            search={search}
            question={question.searchTerm}
            found={result}
            onFilterChange={change}
            onMore={(visibleCount) => change({ size: visibleCount + pageSize })}
          />
        ) : (
          <Examples onChoose={setText} />
        )}
      </div>
    </AccessPage>
  )
}

function SearchForm({
  text,
  onTextChange,
  busy,
  onSearch,
}: {
  text: string
  onTextChange: (text: string) => void
  busy: boolean
  onSearch: () => void
}) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    <search>
      <form onSubmit={submit} className="rounded-md border border-line bg-surface p-4 sm:p-5">
        <label htmlFor={id} className="mb-2 block text-md font-semibold">
          {findLabels.question}
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="control flex h-11 min-w-56 flex-1 basis-80 items-center">
            <Search size={19} aria-hidden className="ml-3 shrink-0 text-ink-2" />
            <input
              id={id}
              type="search"
              name="q"
              autoComplete="off"
              maxLength={1_000}
              placeholder="deploy to checkout test"
              value={text}
              onChange={(event) => onTextChange(event.target.value)}
              className="h-full w-full min-w-0 rounded-md bg-transparent px-3 text-md outline-none"
            />
          </div>
          <Button type="submit" variant="primary" size="lg" className="h-11!" loading={busy}>
            Find access
          </Button>
        </div>
      </form>
    </search>
  )
}
