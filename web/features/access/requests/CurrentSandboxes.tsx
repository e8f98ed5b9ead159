import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { myAccessLabels } from './myAccessLabels.ts'
import { QueryBoundary } from './QueryBoundary.tsx'

const roleLabels = { owner: 'Owner', member: 'Member', none: '' } as const

export function CurrentSandboxes() {
  return (
    <Panel title={myAccessLabels.sandboxes} flush>
      <QueryBoundary query={useQuery(listMySandboxes())} what="your sandboxes" lines={3}>
        {(items) => <SandboxList items={items.filter(({ status }) => status !== 'deleted')} />}
      </QueryBoundary>
    </Panel>
  )
}

function SandboxList({ items }: { items: CallResult<'listMySandboxes'> }) {
  if (items.length === 0) return <p className="px-4 py-3 text-ink-2">{myAccessLabels.noSandboxes}</p>
  return (
    <ul className="divide-y divide-line">
      {items.map(({ id, name, mine, template, lease }) => (
        <Row
          key={id}
          href={paths.sandbox(id)}
          title={name}
          note={`${roleLabels[mine]} · ${template.name}`}
          aside={
            lease.end && (
              <>
                Until <DateTime at={lease.end} time={false} />
              </>
            )
          }
        />
      ))}
    </ul>
  )
}
