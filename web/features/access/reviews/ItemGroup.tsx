import { useId } from 'react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import { ItemRow } from './ItemRow.tsx'
import { reviewPageLabels } from './labels.ts'
import type { Decision, ReviewItem } from './types.ts'

interface ItemGroupProps {
  items: ReviewItem[]
  selected: ReadonlySet<string>
  current: string | undefined
  onSelect: (ids: string[], isOn: boolean) => void
  onDecide: (items: ReviewItem[], decision: Decision) => void
  onComment: (item: ReviewItem) => void
  onCurrent: (id: string) => void
}

export function ItemGroup({ items, selected, current, onSelect, onDecide, onComment, onCurrent }: ItemGroupProps) {
  const heading = useId()
  const { group, account } = items[0]!
  const decidableItems = items.filter((item) => item.can.decide === true).map(({ id }) => id)
  const showsAll = decidableItems.length > 0 && decidableItems.every((id) => selected.has(id))
  return (
    <section aria-labelledby={heading} className="rounded-md border border-line bg-surface">
      <header className="rule-double flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        {decidableItems.length > 0 && (
          <input
            type="checkbox"
            className="tick"
            aria-label={reviewPageLabels.selectAll(group.name)}
            checked={showsAll}
            onChange={() => onSelect(decidableItems, !showsAll)}
          />
        )}
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="text-base font-semibold wrap-anywhere">
            {group.name}
          </h2>
          <p className="text-sm text-ink-2">
            {group.roles.join(', ')} in{' '}
            <Link variant="quiet" href={paths.account(account.id, 'access')}>
              {account.name}
            </Link>
            {group.description && ` · ${group.description}`}
          </p>
        </div>
        <span className="text-sm text-ink-2 tabular-nums">{count(items.length, 'person', 'people')}</span>
      </header>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            selected={selected.has(item.id)}
            tabbable={item.id === current}
            onSelect={(isOn) => onSelect([item.id], isOn)}
            onDecide={(decision) => onDecide([item], decision)}
            onComment={() => onComment(item)}
            onFocus={() => onCurrent(item.id)}
          />
        ))}
      </ul>
    </section>
  )
}
