import { ExternalLink, UserCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Money } from '../../../ui/Money.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CatalogueSearch, matchesText } from '../catalogue/CatalogueSearch.tsx'

const max = 20

interface CatalogueCardsProps {
  items: readonly CatalogueItem[] | undefined
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

export function CatalogueCards({ items, chosen, error, onChange }: CatalogueCardsProps) {
  const [text, setText] = useState('')
  const visibleItems = items?.filter((item) => chosen.includes(item.id) || matchesText(item, text))
  const sum = items?.filter((item) => chosen.includes(item.id)).reduce((total, item) => total + item.monthlyEstimate.amount, 0) ?? 0
  const toggle = (item: string) => onChange(chosen.includes(item) ? chosen.filter((entry) => entry !== item) : [...chosen, item])
  return (
    <FieldGroup label="Services" optional name="catalogueItemIds" error={error}>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <p aria-live="polite" className="text-sm text-ink-2">
          {chosen.length === 0
            ? 'Set up together with the account. You can add more later.'
            : `${count(chosen.length, 'item')}, about ${formatMoney({ amount: sum, currency: 'GBP' })} a month`}
        </p>
        <CatalogueSearch text={text} onChange={setText} />
      </div>
      {!items && (
        <div className="grid gap-2 sm:grid-cols-2">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-24" />
          ))}
        </div>
      )}
      {items && visibleItems?.length === 0 && <p className="py-3 text-ink-2">No catalogue items match “{text}”.</p>}
      <div className="grid gap-2 sm:grid-cols-2">
        {visibleItems?.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            checked={chosen.includes(item.id)}
            full={chosen.length >= max}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

function ItemCard({ item, checked, full, onToggle }: { item: CatalogueItem; checked: boolean; full: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <div className="relative flex gap-2.5 rounded-md border border-line-strong bg-surface p-3 transition-colors duration-(--quick) hover:border-ink-2 has-checked:border-accent has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent">
      <input
        type="checkbox"
        id={id}
        className="tick relative z-1 mt-0.5 outline-none!"
        checked={checked}
        disabled={full && !checked}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-xs text-ink-2">
          {item.category}
          <span>
            <span className="text-sm">
              <Money value={item.monthlyEstimate} round />
            </span>{' '}
            a month
          </span>
        </p>
        {/* The whole card is the label’s hit area. */}
        <label htmlFor={id} className="block cursor-pointer font-medium after:absolute after:inset-0 after:content-['']">
          {item.name}
        </label>
        <div id={`${id}-more`} className="text-sm text-ink-2">
          <p>{item.description}</p>
          {item.approvers.length > 0 && (
            <p className="mt-1 flex gap-1.5 text-warn">
              <UserCheck size={15} aria-hidden className="mt-0.5 shrink-0" />
              <span>
                {item.approvers[0]!.displayName} {item.approvers.length > 1 ? 'or another approver must approve' : 'must approve'}
              </span>
            </p>
          )}
        </div>
        {item.documentationUrl && (
          <a
            href={item.documentationUrl}
            target="_blank"
            rel="noreferrer"
            className="relative z-1 mt-1 inline-flex items-center gap-1 rounded-sm text-sm text-accent underline decoration-accent/30 underline-offset-3 hover:decoration-accent"
          >
            Read more
            <span className="sr-only"> about {item.name}, opens in a new tab</span>
            <ExternalLink size={13} aria-hidden />
          </a>
        )}
      </div>
    </div>
  )
}
