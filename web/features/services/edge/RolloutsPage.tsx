import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Rocket, SearchX } from 'lucide-react'
import { listEdgeRollouts } from '../../../api/edgeQueries.ts'
import { paths } from '../../../paths.ts'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { listTable } from '../../../shared/listTable.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useTableView } from '../../../shared/useTableView.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { EdgeFrame } from './EdgeFrame.tsx'
import { rolloutLabels } from './edgeLabels.ts'
import { type RolloutSearch, rolloutsQuery } from './edgeSearch.ts'
import { rolloutListLabels } from './labels.ts'
import { rolloutColumns } from './rolloutColumns.tsx'

const route = getRouteApi('/edge')
const anyValue = 'any'

export function RolloutsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listEdgeRollouts(rolloutsQuery(search)))
  const [view, setView] = useTableView('edge-rollouts')
  const change = (next: Partial<RolloutSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const { q, status } = search
  const newRolloutButton = (
    <Button variant="primary" icon={Rocket} href={paths.newEdgeRollout()} disabledReason={list.data && reasonOf(list.data, 'launch')}>
      {rolloutListLabels.create}
    </Button>
  )
  return (
    <EdgeFrame
      part="rollouts"
      description="Create an account for each store, in waves. A rollout halts automatically at its failure limit."
      actions={newRolloutButton}
    >
      <DataTable
        label="Rollouts"
        columns={rolloutColumns}
        view={view}
        onView={setView}
        rowId={({ id }) => id}
        {...listTable('the rollouts', list, search, '-createdAt', change)}
        filter={
          <ListSearchBox
            label="Search rollouts"
            placeholder="Name or EDGE-…"
            text={q ?? ''}
            onSearch={(text) => change({ q: text || undefined })}
            shown={list.data?.total}
            total={list.data?.total}
            subject="rollout"
          >
            <Select
              label="Status"
              hideLabel
              className="w-full sm:w-56"
              value={status ?? anyValue}
              onChange={(value) => change({ status: value === anyValue ? undefined : value })}
              options={[
                { value: anyValue, label: 'All statuses' },
                ...Object.entries(rolloutLabels).map(([value, { label }]) => ({ value, label })),
              ]}
            />
          </ListSearchBox>
        }
        empty={
          q || status ? (
            <EmptyState
              icon={SearchX}
              title="No matching rollouts"
              action={<Button onClick={() => change({ q: undefined, status: undefined })}>Clear filters</Button>}
            >
              Remove the status filter or try a shorter search.
            </EmptyState>
          ) : (
            <EmptyState icon={Rocket} title={rolloutListLabels.none}>
              Paste store numbers to preview a rollout. Nothing is created until you launch it.
            </EmptyState>
          )
        }
      />
    </EdgeFrame>
  )
}
