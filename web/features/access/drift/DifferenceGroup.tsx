import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DifferenceRow } from './DifferenceRow.tsx'
import type { Action, Difference } from './driftLabels.ts'
import { driftPageLabels } from './driftLabels.ts'
import { ScanNow } from './ScanNow.tsx'

interface DifferenceGroupProps {
  items: readonly Difference[]
  narrow: boolean
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isOn: boolean) => void
  onResolve: (item: Difference, action: Action) => void
}

export function DifferenceGroup({ items, narrow, chosen, onChoose, onResolve }: DifferenceGroupProps) {
  const { account } = items[0]!
  const open = items.filter(({ status }) => status === 'open').map(({ id }) => id)
  const selectedCount = open.filter((id) => chosen.has(id)).length
  return (
    <Panel
      flush
      title={
        <span className="flex flex-wrap items-baseline gap-x-3">
          <Link variant="name" className="wrap-anywhere" href={paths.account(account.id, 'access')}>
            {account.name}
          </Link>
          <span className="text-sm font-normal text-ink-2">
            {labelFor('environment', account.environment)} · {count(items.length, 'difference')}
          </span>
        </span>
      }
      actions={
        narrow && (
          <>
            <Button size="sm" variant="quiet" className="max-sm:hidden" href={paths.accessDrift({ account: account.id })}>
              Show only this account
            </Button>
            <ScanNow size="sm" accountId={account.id} reason={reasonOf(items[0]!, 'look')} />
          </>
        )
      }
    >
      {open.length > 1 && (
        <label className="flex cursor-pointer items-center gap-3 border-b border-line bg-sunken px-4 py-1.5 text-sm text-ink-2">
          <input
            type="checkbox"
            className="tick"
            checked={selectedCount === open.length}
            ref={(box) => {
              if (box) box.indeterminate = selectedCount > 0 && selectedCount < open.length
            }}
            onChange={(event) => onChoose(open, event.target.checked)}
          />
          {driftPageLabels.selectAll(open.length, account.name)}
        </label>
      )}
      <ul aria-label={driftPageLabels.list(account.name)} className="divide-y divide-line">
        {items.map((item) => (
          <DifferenceRow
            key={item.id}
            item={item}
            chosen={chosen.has(item.id)}
            onChoose={(isOn) => onChoose([item.id], isOn)}
            onResolve={(action) => onResolve(item, action)}
          />
        ))}
      </ul>
    </Panel>
  )
}
