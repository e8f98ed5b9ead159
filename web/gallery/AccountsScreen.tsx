import { Download, Plus, Server, UserCog } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { type FilterField, type FilterValue, noFilter } from '../ui/filterTypes.ts'
import { Link } from '../ui/Link.tsx'
import { Money } from '../ui/Money.tsx'
import { Page } from '../ui/Page.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { PropertyFilter } from '../ui/PropertyFilter.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { EmptyState, ErrorState } from '../ui/States.tsx'
import { Status } from '../ui/Status.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import type { Column, Sort, TableView } from '../ui/tableTypes.ts'
import { accountsScreenLabels } from './galleryLabels.ts'
import { useAddress } from './location.tsx'
import { type SampleAccount, sampleAccounts } from './sampleAccounts.ts'

const all = sampleAccounts(10_000)

const columns: Column<SampleAccount>[] = [
  {
    id: 'name',
    header: accountsScreenLabels.name,
    width: 210,
    sortable: true,
    fixed: true,
    rowHeader: true,
    cell: (row) => (
      <Link variant="name" href="/pieces">
        {row.name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: accountsScreenLabels.status,
    width: 175,
    sortable: true,
    cell: (row) => <Status tone={row.status.tone}>{row.status.label}</Status>,
  },
  { id: 'tower', header: accountsScreenLabels.tower, width: 120, sortable: true, cell: (row) => row.tower },
  { id: 'environment', header: accountsScreenLabels.environment, width: 130, sortable: true, cell: (row) => row.environment },
  { id: 'owner', header: 'Owner', width: 170, cell: (row) => <PersonChip person={{ displayName: row.owner }} /> },
  { id: 'findings', header: 'Findings', width: 115, align: 'end', sortable: true, cell: (row) => row.findings },
  {
    id: 'trend',
    header: '12 months',
    width: 130,
    cell: (row) => <Sparkline label={`Cost of ${row.name} in the last 12 months`} values={row.trend} />,
  },
  { id: 'cost', header: accountsScreenLabels.cost, width: 130, align: 'end', sortable: true, cell: (row) => <Money value={row.cost} /> },
  { id: 'updatedAt', header: 'Updated', width: 130, sortable: true, hidden: true, cell: (row) => <RelativeTime at={row.updatedAt} /> },
]

const is = { id: '==', label: 'is', symbol: '=' }
const notEqualOperator = { id: '!=', label: 'is not', symbol: '!=' }
const oneOf = { id: '=in=', label: accountsScreenLabels.oneOf, valueCount: 'many' as const }
const choices = (values: string[]) => values.map((value) => ({ value, label: value }))

const fields: FilterField[] = [
  { id: 'name', label: accountsScreenLabels.name, type: 'text', operators: [{ id: '=like=', label: 'contains', symbol: ':' }, is] },
  {
    id: 'status',
    label: accountsScreenLabels.status,
    type: 'choice',
    operators: [is, notEqualOperator, oneOf],
    values: choices([accountsScreenLabels.active, 'Provisioning', 'Decommissioning', 'Failed', 'Decommissioned']),
  },
  {
    id: 'tower',
    label: accountsScreenLabels.tower,
    type: 'choice',
    operators: [is, notEqualOperator, oneOf],
    values: choices(['Digital', 'Stores', 'Supply chain', 'Corporate', 'Data']),
  },
  {
    id: 'owner',
    label: 'Owner',
    type: 'choice',
    operators: [is],
    values: async (query) =>
      choices([...new Set(all.slice(0, 200).map((row) => row.owner))].filter((name) => name.toLowerCase().includes(query.toLowerCase()))),
  },
  {
    id: 'findings',
    label: 'Findings',
    type: 'number',
    operators: [{ id: '>=', label: 'is at least', symbol: '>=' }, { id: '<=', label: 'is at most', symbol: '<=' }, is],
  },
  {
    id: 'updatedAt',
    label: 'Updated',
    type: 'date',
    operators: [
      { id: '>', label: 'after', symbol: '>' },
      { id: '<', label: 'before', symbol: '<' },
    ],
  },
]

const labelOf = (row: SampleAccount, id: string): string | number =>
  id === 'status'
    ? row.status.label
    : id === 'cost'
      ? row.cost.amount
      : (row[id as 'name' | 'tower' | 'environment' | 'findings' | 'owner' | 'updatedAt'] ?? '')

function holds(row: SampleAccount, { field, operator, values }: FilterValue['tokens'][number]): boolean {
  const label = labelOf(row, field)
  const value = values[0] ?? ''
  if (operator === '==') return String(label) === value
  if (operator === '!=') return String(label) !== value
  if (operator === '=in=') return values.includes(String(label))
  if (operator === '=like=') return String(label).includes(value)
  const [left, right] = typeof label === 'number' ? [label, Number(value)] : [label, value]
  return operator === '>=' || operator === '>' ? left >= right : left <= right
}

/** `?state=loading|stale|error|empty` shows the other states. */
export function AccountsScreen() {
  const state = useAddress().query.get('state')
  const [filter, setFilter] = useState<FilterValue>(noFilter)
  const [sort, setSort] = useState<Sort[]>([{ id: 'name', desc: false }])
  const [paging, setPaging] = useState({ page: 1, size: 25 })
  const [selected, setSelected] = useState(new Set<string>())
  const [view, setView] = useState<TableView>({})
  const matches = useMemo(() => {
    const fits = all.filter((row) => {
      const checks = filter.tokens.map((token) => holds(row, token))
      const matchesChecks = checks.length === 0 || (filter.join === 'and' ? checks.every(Boolean) : checks.some(Boolean))
      return matchesChecks && row.name.includes(filter.text)
    })
    return fits.sort((a, b) => {
      for (const { id, desc } of sort) {
        const [x, y] = [labelOf(a, id), labelOf(b, id)]
        if (x !== y) return (x < y ? -1 : 1) * (desc ? -1 : 1)
      }
      return 0
    })
  }, [filter, sort])
  const rows = state === 'empty' ? [] : matches.slice((paging.page - 1) * paging.size, paging.page * paging.size)
  return (
    <Page
      title="Accounts"
      description="Cloud accounts that you can see."
      actions={
        <>
          <Button icon={Download} variant="quiet">
            Export
          </Button>
          <Button variant="primary" icon={Plus} href="/pieces">
            Request account
          </Button>
        </>
      }
    >
      <DataTable
        label={accountsScreenLabels.list}
        columns={columns}
        rows={state === 'loading' ? undefined : rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        sort={sort}
        onSort={setSort}
        page={{ ...paging, total: state === 'empty' ? 0 : matches.length, atLeast: matches.length >= 10_000 && state !== 'empty' }}
        onPage={setPaging}
        selected={selected}
        onSelect={setSelected}
        bulk={
          <>
            <Button size="sm" icon={UserCog}>
              Hand over
            </Button>
            <Button size="sm" disabledReason="You don’t own two of the selected accounts.">
              Decommission
            </Button>
          </>
        }
        view={view}
        onView={setView}
        filter={<PropertyFilter label={accountsScreenLabels.filter} fields={fields} value={filter} onChange={setFilter} />}
        stale={state === 'stale'}
        error={
          state === 'error' ? (
            <ErrorState title="Couldn’t load the accounts" requestId="0192f3c4-8b21-7a1e-9c00-3f6d2b8e5a17" onRetry={() => {}} />
          ) : undefined
        }
        empty={
          <EmptyState
            icon={Server}
            title="No matching accounts"
            action={<Button onClick={() => setFilter(noFilter)}>Clear filters</Button>}
          >
            Remove a filter, or request an account.
          </EmptyState>
        }
      />
    </Page>
  )
}
