import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { isNotFound, problemOf } from '../../../api/problem.ts'
import { call } from '../../../api/queryCall.ts'
import { listVirtualMachinePrices, listVirtualMachineSkus } from '../../../api/toolQueries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Checkbox.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { LookupAccountFields } from './LookupAccountFields.tsx'
import { lookupLabels } from './labels.ts'
import { SizeComparison } from './SizeComparison.tsx'
import { SourceNote } from './SourceNote.tsx'
import { type FormatPrice, fittingSizes, gigabytes, priceText, sizeName, type VmSize } from './toolLabels.ts'
import { useLookupSearch } from './useLookupSearch.ts'

const anyValue = 'any'
const maxCompared = 4

const columnsFor = (price: FormatPrice): Column<VmSize>[] => [
  { id: 'name', header: 'Size', width: 210, rowHeader: true, cell: ({ name }) => <CopyId value={name} kind="name" /> },
  { id: 'vcpus', header: 'vCPUs', width: 80, align: 'end', cell: ({ vcpus }) => vcpus },
  { id: 'memory', header: 'Memory', width: 100, align: 'end', cell: ({ memoryGb }) => gigabytes(memoryGb) },
  { id: 'gpus', header: 'GPUs', width: 70, align: 'end', cell: ({ gpus }) => gpus || emptyCell },
  {
    id: 'local',
    header: 'Local disk',
    width: 100,
    align: 'end',
    cell: ({ localDiskGb }) => (localDiskGb ? gigabytes(localDiskGb) : emptyCell),
  },
  { id: 'linux', header: lookupLabels.linuxMonthly, width: 130, align: 'end', cell: ({ name }) => price(name, 'linux') ?? emptyCell },
  { id: 'windows', header: 'Windows monthly', width: 150, align: 'end', cell: ({ name }) => price(name, 'windows') ?? emptyCell },
  {
    id: 'zones',
    header: 'Zones',
    width: 90,
    cell: ({ zones }) => (zones.length > 0 ? zones.join(', ') : emptyCell),
  },
  {
    id: 'restriction',
    header: 'Restrictions',
    width: 330,
    cell: ({ available, restriction }) =>
      restriction === null ? (
        <Status tone="ok">None</Status>
      ) : (
        <Status tone={available ? 'warn' : 'bad'}>
          <span className="text-wrap">{restriction}</span>
        </Status>
      ),
  },
]

const from = (numbers: number[], unit: string) => [
  { value: anyValue, label: 'Any' },
  ...numbers.map((each) => ({ value: String(each), label: `${each}${unit} or more` })),
]
const cpuChoices = from([2, 4, 8, 16, 32, 64], '')
const memoryChoices = from([4, 8, 16, 32, 64, 128, 256, 512], ' GB')
const zoneChoices = [{ value: anyValue, label: 'Any' }, ...['1', '2', '3'].map((zone) => ({ value: zone, label: `Zone ${zone}` }))]

export function SizesTool() {
  const { search, change } = useLookupSearch()
  const { account, region, q = '', vcpus, memory, zone, all, compare, page = 1, size = 25 } = search
  const query = { ...(account && { accountId: account }), ...(region && { region }) }
  const insight = useInsight(listVirtualMachineSkus(query), () => call('listVirtualMachineSkus', { query: { ...query, refresh: true } }))
  const prices = useQuery({ ...listVirtualMachinePrices(insight.data?.region ?? ''), enabled: insight.data !== undefined })
  const price = useMemo(() => priceText(prices.data, prices.isError), [prices.data, prices.isError])
  const columns = useMemo(() => columnsFor(price), [price])
  const text = useDeferredValue(q)
  const visibleSizes = useMemo(
    () => insight.data && fittingSizes(insight.data.items, { q: text, vcpus, memory, zone, all }),
    [insight.data, text, vcpus, memory, zone, all],
  )
  const selected = useMemo(() => new Set(compare?.split(',').filter(Boolean).slice(0, maxCompared)), [compare])
  const compared = insight.data?.items.filter(({ name }) => selected.has(name)) ?? []
  const select = (names: ReadonlySet<string>) => change({ compare: [...names].slice(-maxCompared).join(',') || undefined, page })
  const valueOrUndefined = (value: string) => (value === anyValue ? undefined : value)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <LookupAccountFields
          search={search}
          change={change}
          label="Account"
          placeholder={insight.data?.account?.name ?? 'Your first account'}
          anyRegion="Account’s region"
        />
        <Select
          className="w-[calc(50%-0.375rem)] sm:w-36"
          label="vCPUs"
          options={cpuChoices}
          value={vcpus ?? anyValue}
          onChange={(value) => change({ vcpus: valueOrUndefined(value) })}
        />
        <Select
          className="w-[calc(50%-0.375rem)] sm:w-36"
          label="Memory"
          options={memoryChoices}
          value={memory ?? anyValue}
          onChange={(value) => change({ memory: valueOrUndefined(value) })}
        />
        <Select
          className="w-[calc(50%-0.375rem)] sm:w-28"
          label="Zone"
          options={zoneChoices}
          value={zone ?? anyValue}
          onChange={(value) => change({ zone: valueOrUndefined(value) })}
        />
        <SearchBox
          className="w-[calc(50%-0.375rem)] sm:w-44"
          label={lookupLabels.find}
          hideLabel={false}
          placeholder="D4s v5"
          text={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Switch
          label={lookupLabels.showUnavailable}
          checked={all === 'yes'}
          onChange={(event) => change({ all: event.target.checked ? 'yes' : undefined })}
        />
        <SourceNote insight={insight}>
          {visibleSizes && insight.data ? `${visibleSizes.length} of ${count(insight.data.items.length, 'size')}` : ''}
        </SourceNote>
      </div>
      {compared.length > 1 && <SizeComparison sizes={compared} price={price} onClear={() => select(new Set())} />}
      <DataTable
        label={lookupLabels.sizes}
        columns={columns}
        rows={visibleSizes?.slice((page - 1) * size, page * size)}
        rowId={({ name }) => name}
        rowLabel={({ name }) => sizeName(name)}
        selected={selected}
        onSelect={select}
        bulk={
          <span className="text-ink-2">
            {selected.size === 1 ? 'Select another size to compare.' : 'The sizes are compared above. You can compare up to 4.'}
          </span>
        }
        page={{ page, size, total: visibleSizes?.length ?? 0 }}
        onPage={(next) => change({ page: next.page, size: next.size })}
        error={insight.error && !insight.data ? <NoSizes error={insight.error} onRetry={insight.refresh} /> : undefined}
        empty={
          <EmptyState
            icon={Cpu}
            title="No matching sizes"
            action={
              <Button onClick={() => change({ q: undefined, vcpus: undefined, memory: undefined, zone: undefined, all: 'yes' })}>
                Show all sizes
              </Button>
            }
          >
            Lower the requirements or choose another region.
          </EmptyState>
        }
      />
      <p className="text-sm text-ink-2">
        {prices.error
          ? 'Prices are missing because we can’t reach the Azure price list right now.'
          : 'Azure list prices for 730 hours, pay as you go, without disks and discounts.'}
      </p>
    </div>
  )
}

function NoSizes({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isNotFound(error)) return <LoadError subject="the sizes" error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={Cpu} title="No account available">
      {problemOf(error).message}
    </EmptyState>
  )
}
