import { useQuery } from '@tanstack/react-query'
import { SearchX, X } from 'lucide-react'
import { listEdgeRolloutStores } from '../../../api/edgeQueries.ts'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { listTable } from '../../../shared/listTable.tsx'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { barParts } from './CountsBar.tsx'
import { regionNames } from './edgeLabels.ts'
import { type RolloutSearch, rolloutStoresQuery } from './edgeSearch.ts'
import { rolloutActionLabels } from './labels.ts'
import { rolloutStoreColumns } from './rolloutStoreColumns.tsx'
import type { Region, Rollout } from './types.ts'

const anyValue = 'any'
const statusOptions = [
  { value: anyValue, label: 'All statuses' },
  ...barParts.map(({ statuses, label }) => ({ value: statuses.join(','), label: label.charAt(0).toUpperCase() + label.slice(1) })),
]

export function RolloutStores({
  rollout,
  search,
  onChange,
}: {
  rollout: Rollout
  search: RolloutSearch
  onChange: (next: Partial<RolloutSearch>) => void
}) {
  const list = useQuery(listEdgeRolloutStores(rollout.id, rolloutStoresQuery(search)))
  const [view, setView] = useTableView('edge-rollout-stores')
  const { q, status, region, wave } = search
  const clear = () => onChange({ q: undefined, status: undefined, region: undefined, wave: undefined })
  return (
    <section aria-labelledby="stores-of-rollout">
      <h2 id="stores-of-rollout" className="mb-2 text-base font-semibold">
        Stores
      </h2>
      <DataTable
        label={rolloutActionLabels.stores}
        columns={rolloutStoreColumns}
        view={view}
        onView={setView}
        rowId={({ id }) => id}
        {...listTable('the stores', list, search, 'storeNumber', onChange)}
        filter={
          <ListSearchBox
            label="Search stores in this rollout"
            placeholder="Number, name, town or postcode"
            text={q ?? ''}
            onSearch={(text) => onChange({ q: text || undefined })}
            shown={list.data?.total}
            total={rollout.counts.total}
            subject="store"
          >
            <Select
              label="Status"
              hideLabel
              className="w-full sm:w-60"
              value={status && statusOptions.some(({ value }) => value === status) ? status : anyValue}
              onChange={(value) => onChange({ status: value === anyValue ? undefined : value })}
              options={statusOptions}
            />
            {wave !== undefined && (
              <Button size="sm" iconEnd={X} onClick={() => onChange({ wave: undefined })}>
                Wave {wave}
                <span className="sr-only">: show all waves</span>
              </Button>
            )}
            {region && (
              <Button size="sm" iconEnd={X} onClick={() => onChange({ region: undefined })}>
                {regionNames[region as Region]?.[0] ?? region}
                <span className="sr-only">: show all regions</span>
              </Button>
            )}
          </ListSearchBox>
        }
        empty={
          <EmptyState icon={SearchX} title="No matching stores" action={<Button onClick={clear}>Clear filters</Button>}>
            Remove a filter or try a shorter search.
          </EmptyState>
        }
      />
    </section>
  )
}
