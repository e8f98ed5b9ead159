import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MapPin, Search, SearchX } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { searchForStore } from '../../../api/edgeQueries.ts'
import { paths } from '../../../paths.ts'
import { useDebounced } from '../../../shared/useDebounced.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { DirectoryFailed } from './DirectoryFailed.tsx'
import { EdgeFrame } from './EdgeFrame.tsx'
import { foundStoreColumns } from './foundStoreColumns.tsx'
import { storeLookupLabels } from './labels.ts'

const StoreDrawer = lazyComponent(() => import('./StoreDrawer.tsx').then(({ StoreDrawer }) => ({ default: StoreDrawer })))

const route = getRouteApi('/edge/stores')
/** The server returns at most this many stores. */
const maxFound = 25

export function StoresPage() {
  const { q = '', store } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(q)
  const query = useDebounced(text.trim().slice(0, 60), 250)
  const result = useQuery({ ...searchForStore(query), enabled: query !== '', retry: false })
  const change = (next: { q?: string | undefined; store?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true, resetScroll: false })
  const type = (next: string) => {
    setText(next)
    change({ q: next.trim().slice(0, 60) || undefined })
  }
  const columns = useMemo(() => foundStoreColumns((number) => paths.edgeStores({ q, store: number })), [q])
  const data = query === '' ? undefined : result.data
  return (
    <EdgeFrame part="stores" description="Stores from the store directory, with their edge accounts and rollouts.">
      <div className="space-y-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <TextField
            className="w-full sm:w-96"
            label={storeLookupLabels.find}
            hideLabel
            optional
            type="search"
            maxLength={60}
            prefix={<Search size={15} aria-hidden />}
            placeholder="Number, name, town or postcode"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          <p className="text-sm text-ink-2 sm:ml-auto" aria-live="polite">
            {data && !result.isPlaceholderData
              ? data.items.length >= maxFound
                ? `First ${maxFound} shown. Enter more text to narrow the search.`
                : `${count(data.items.length, 'store')} found`
              : query !== '' && !result.error
                ? 'Searching…'
                : ' '}
          </p>
        </div>
        {data?.stale && !result.error && (
          <Banner tone="warn" title={storeLookupLabels.unreachable}>
            These results are from Slipway’s copy of the directory.
            {data.asOf && (
              <>
                {' '}
                The oldest was last updated <RelativeTime at={data.asOf} />.
              </>
            )}
          </Banner>
        )}
        {query === '' ? (
          <Panel>
            <div className="py-8">
              <EmptyState icon={MapPin} title={storeLookupLabels.find}>
                {storeLookupLabels.start}
              </EmptyState>
            </div>
          </Panel>
        ) : (
          <DataTable
            label="Stores found"
            columns={columns}
            rows={data?.items}
            rowId={({ number }) => number}
            stale={result.isPlaceholderData}
            error={
              result.error ? <DirectoryFailed what="the stores" error={result.error} onRetry={() => void result.refetch()} /> : undefined
            }
            empty={
              <EmptyState icon={SearchX} title="No matching stores" action={<Button onClick={() => type('')}>Clear search</Button>}>
                Try fewer words, or only the start of the store number.
              </EmptyState>
            }
          />
        )}
      </div>
      {store && (
        <Suspense>
          <StoreDrawer number={store} onClose={() => change({ store: undefined })} />
        </Suspense>
      )}
    </EdgeFrame>
  )
}
