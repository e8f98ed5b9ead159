import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../api/client.ts'
import { wordFor } from '../../shared/words.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Badge, Status } from '../../ui/Status.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { toast } from '../../ui/Toast.tsx'
import { typeName } from './typeName.ts'

type Resource = CallResult<'listResources'>['items'][number]

/** So many of a type are shown at first: a page of a thousand rows helps nobody. */
const atFirst = 20

/** Resources by type; the commonest first. */
export function ResourceList({ resources }: { resources: readonly Resource[] }) {
  const types = [...Map.groupBy(resources, ({ type }) => type.toLowerCase())].sort(
    ([a, some], [b, others]) => others.length - some.length || a.localeCompare(b),
  )
  return types.map(([type, items]) => <TypePanel key={type} type={items[0]?.type ?? type} items={items} />)
}

function TypePanel({ type, items }: { type: string; items: Resource[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? items : items.slice(0, atFirst)
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          {typeName(type)} <Badge>{items.length}</Badge>
        </span>
      }
      description={<code className="font-mono text-xs wrap-anywhere">{type}</code>}
      footer={
        items.length > atFirst && (
          <Button size="sm" variant="quiet" onClick={() => setAll(!all)}>
            {all ? `Show the first ${atFirst}` : `Show all ${items.length}`}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {shown.map((item) => (
          <li
            key={item.id}
            className="grid gap-x-4 gap-y-0.5 px-4 py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{item.name}</span>
            <span className="min-w-0 text-ink-2 wrap-anywhere">{item.resourceGroup}</span>
            <span className="min-w-0 text-ink-2">{item.location && wordFor('region', item.location)}</span>
            <span className="min-w-0 text-ink-2">
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
            <IconButton size="sm" icon={Copy} label={`Copy the id of ${item.name}`} onClick={() => void copyId(item)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

async function copyId({ id, name }: Resource): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    toast.ok('Id copied', { description: name })
  } catch {
    toast.bad('The id could not be copied', { description: id })
  }
}
