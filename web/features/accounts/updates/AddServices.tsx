import { Plus, UserCheck } from 'lucide-react'
import { useState } from 'react'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { useAbsences } from '../../../shared/useAbsences.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { CatalogueSearch, matchesText } from '../catalogue/CatalogueSearch.tsx'
import { describeItemApprovers } from '../catalogue/describeItemApprovers.ts'
import { ItemPrice } from '../catalogue/ItemPrice.tsx'
import { servicesLabels } from './labels.ts'

interface AddServicesProps {
  items: readonly CatalogueItem[]
  added: Record<string, unknown>
  onOpen: (item: CatalogueItem) => void
}

const shownAtFirst = 6

export function AddServices({ items, added, onOpen }: AddServicesProps) {
  const [text, setText] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const absenceOf = useAbsences(items.flatMap(({ approvers }) => approvers.slice(0, 1)))
  const isSearching = text.trim() !== ''
  const visibleItems = items.filter((item) => !(item.id in added) && matchesText(item, text))
  return (
    <Panel title={servicesLabels.addFromCatalogue} actions={<CatalogueSearch text={text} onChange={setText} />}>
      {visibleItems.length === 0 && (
        <p className="text-ink-2">
          {isSearching ? `No other catalogue items match “${text}”.` : 'This account has all available services.'}
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {visibleItems.slice(0, showsAll || isSearching ? undefined : shownAtFirst).map((item) => (
          <li key={item.id} className="flex flex-col rounded-md border border-line bg-surface p-3">
            <p className="flex items-baseline justify-between gap-3 text-xs text-ink-2">
              {item.category}
              <ItemPrice item={item} className="text-right" amountClassName="text-sm" />
            </p>
            <h3 className="font-medium">{item.name}</h3>
            <p className="flex-1 text-sm text-ink-2">{item.description}</p>
            {item.approvers.length > 0 && (
              <p className="mt-1 flex gap-1.5 text-sm text-warn">
                <UserCheck size={15} aria-hidden className="mt-0.5 shrink-0" />
                <span>{describeItemApprovers(item.approvers, absenceOf)}</span>
              </p>
            )}
            <div className="mt-2">
              <Button size="sm" icon={Plus} onClick={() => onOpen(item)}>
                {servicesLabels.add}
                <span className="sr-only"> {item.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {!showsAll && !isSearching && visibleItems.length > shownAtFirst && (
        <div className="mt-3">
          <Button onClick={() => setShowsAll(true)}>Show all {visibleItems.length}</Button>
        </div>
      )}
    </Panel>
  )
}
