import { useQuery } from '@tanstack/react-query'
import { getInboxOptions } from '../../../api/inboxQueries.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { keyOf } from '../../../shared/shortcuts.ts'
import { uiLabels } from '../../../ui/labels.ts'
import { Select } from '../../../ui/Select.tsx'
import type { InboxOrder, InboxSearch } from './inboxSearch.ts'

export const searchFieldId = 'inbox-search'
const allValue = 'everything'

export function InboxBar({ search, onChange }: { search: InboxSearch; onChange: (change: Partial<InboxSearch>) => void }) {
  const { kind, sort = 'waits', q } = search
  const options = useQuery(getInboxOptions(q ? { search: q } : {}))
  const kinds = options.data?.fields.find(({ name }) => name === 'kind')?.values ?? []
  const visibleKinds = kinds.filter(({ value, count }) => count > 0 || value === kind)
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line bg-sunken px-3 py-2.5">
      <div id={searchFieldId} className="col-span-2">
        <SearchBox
          label="Search approvals"
          name="q"
          aria-keyshortcuts={keyOf('inbox', 'search')}
          placeholder="Name, person or reference"
          text={q ?? ''}
          onSearch={(text) => onChange({ q: text || undefined })}
        />
        <p className="sr-only" role="status">
          {q && options.data && uiLabels.resultCount(kind ? (kinds.find(({ value }) => value === kind)?.count ?? 0) : total)}
        </p>
      </div>
      <Select
        label="Kind"
        hideLabel
        options={[
          { value: allValue, label: `All kinds${total > 0 ? ` (${total})` : ''}` },
          ...visibleKinds.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
        ]}
        value={kind ?? allValue}
        onChange={(value) => onChange({ kind: value === allValue ? undefined : value })}
      />
      <Select
        label="Sort by"
        hideLabel
        options={[
          { value: 'waits', label: 'Longest waiting time' },
          { value: 'expires', label: 'Expires soonest' },
          { value: 'risk', label: 'Highest risk' },
        ]}
        value={sort}
        onChange={(value) => onChange({ sort: value === 'waits' ? undefined : (value as InboxOrder) })}
      />
    </div>
  )
}
