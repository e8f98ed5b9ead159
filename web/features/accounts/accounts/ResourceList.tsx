import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { labelFor } from '../../../shared/labels.ts'
import { typeName } from '../../../shared/typeName.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Badge, Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { copyId } from '../insights/copyId.ts'
import { accountTabLabels } from './labels.ts'

export type Resource = CallResult<'listResources'>['items'][number]

/** The rows per type are limited, because thousands of rows would be slow and unreadable. */
const pageSize = 20

interface SelectionProps {
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isSelected: boolean) => void
}

export function ResourceList({ resources, ...selectionProps }: { resources: readonly Resource[] } & SelectionProps) {
  const types = [...Map.groupBy(resources, ({ type }) => type.toLowerCase())].sort(
    ([a, subset], [b, otherSubset]) => otherSubset.length - subset.length || a.localeCompare(b),
  )
  return types.map(([type, items]) => <TypePanel key={type} type={items[0]?.type ?? type} items={items} {...selectionProps} />)
}

function TypePanel({ type, items, chosen, onChoose }: { type: string; items: Resource[] } & SelectionProps) {
  const [requestedPage, setPage] = useState(0)
  const pages = Math.ceil(items.length / pageSize)
  const page = Math.min(requestedPage, pages - 1)
  const visibleResources = items.slice(page * pageSize, (page + 1) * pageSize)
  const taken = items.filter(({ id }) => chosen.has(id)).length
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          {typeName(type)} <Badge>{formatNumber(items.length)}</Badge>
        </span>
      }
      actions={
        <label className="flex cursor-pointer items-center gap-2 text-sm text-ink-2">
          <input
            type="checkbox"
            className="tick"
            aria-label={`${accountTabLabels.selectAll} ${formatNumber(items.length)}: ${typeName(type)}`}
            checked={taken === items.length}
            ref={(box) => {
              if (box) box.indeterminate = taken > 0 && taken < items.length
            }}
            onChange={(event) =>
              onChoose(
                items.map(({ id }) => id),
                event.target.checked,
              )
            }
          />
          All {items.length > 1 && formatNumber(items.length)}
        </label>
      }
      description={<code className="font-mono text-xs wrap-anywhere">{type}</code>}
      footer={pages > 1 && <Pages page={page} pages={pages} total={items.length} onPage={setPage} />}
    >
      <ul className="divide-y divide-line">
        {visibleResources.map((item) => (
          <Row key={item.id} item={item} chosen={chosen.has(item.id)} onChoose={onChoose} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ item, chosen, onChoose }: { item: Resource; chosen: boolean; onChoose: SelectionProps['onChoose'] }) {
  const tags = Object.entries(item.tags)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-1.5 sm:grid-cols-[auto_minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_4.5rem_auto] sm:items-center">
      <input
        type="checkbox"
        className="tick mt-0.5 sm:mt-0"
        aria-label={`${accountTabLabels.select} ${item.name}`}
        checked={chosen}
        onChange={(event) => onChoose([item.id], event.target.checked)}
      />
      <span className="min-w-0 font-medium wrap-anywhere">{item.name}</span>
      <span className="col-span-2 col-start-2 flex flex-wrap gap-x-3 text-ink-2 max-sm:text-sm sm:contents">
        <span className="min-w-0 wrap-anywhere">{item.resourceGroup}</span>
        <span className="min-w-0">{item.location && labelFor('region', item.location)}</span>
        <span className="min-w-0">
          {item.provisioningState && item.provisioningState !== 'Succeeded' ? (
            <Status tone={item.provisioningState === 'Failed' ? 'bad' : 'busy'}>{item.provisioningState}</Status>
          ) : (
            item.changedAt && (
              <>
                changed <RelativeTime at={item.changedAt} />
              </>
            )
          )}
        </span>
        <span className="text-sm whitespace-nowrap" title={tags.map(([name, value]) => `${name}: ${value}`).join('\n')}>
          {tags.length === 0 ? 'no tags' : tags.length === 1 ? '1 tag' : `${tags.length} tags`}
        </span>
      </span>
      <IconButton
        size="sm"
        icon={Copy}
        className="col-start-3 row-start-1 sm:col-start-auto sm:row-start-auto"
        label={`Copy ID of ${item.name}`}
        onClick={() => void copyId(item)}
      />
    </li>
  )
}

function Pages({ page, pages, total, onPage }: { page: number; pages: number; total: number; onPage: (page: number) => void }) {
  return (
    <>
      <span className="flex-1 text-ink-2 tabular-nums" role="status">
        {formatNumber(page * pageSize + 1)}–{formatNumber(Math.min(total, (page + 1) * pageSize))} of {formatNumber(total)}
      </span>
      <Button size="sm" disabledReason={page === 0 ? 'First page' : undefined} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabledReason={page === pages - 1 ? 'Last page' : undefined} onClick={() => onPage(page + 1)}>
        {accountTabLabels.next}
      </Button>
    </>
  )
}
