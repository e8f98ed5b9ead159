import { ExternalLink, UserCheck } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { useAbsences } from '../../../shared/useAbsences.ts'
import { count } from '../../../shared/waits.ts'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CatalogueSearch, matchesText } from '../catalogue/CatalogueSearch.tsx'
import { describeItemApprovers } from '../catalogue/describeItemApprovers.ts'
import { ItemPrice } from '../catalogue/ItemPrice.tsx'
import { wizardLabels } from './labels.ts'

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
  // Slipway has dozens of items, so the cards are a single tab stop with arrow keys.
  const [lastStop, setLastStop] = useState<string>()
  const isEnabled = ({ id }: CatalogueItem) => chosen.length < max || chosen.includes(id)
  const stopItem = visibleItems?.find(({ id }) => lastStop === id || lastStop === linkStop(id))
  const currentStop = stopItem && isEnabled(stopItem) ? lastStop : visibleItems?.find(isEnabled)?.id
  const absenceOf = useAbsences(items?.flatMap(({ approvers }) => approvers.slice(0, 1)) ?? [])
  const toggle = (item: string) => onChange(chosen.includes(item) ? chosen.filter((entry) => entry !== item) : [...chosen, item])
  return (
    <FieldGroup
      label={wizardLabels.services}
      optional
      name="catalogueItemIds"
      error={error}
      hint={<span className="sr-only">Use the arrow keys to move between services.</span>}
    >
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <p aria-live="polite" className="text-sm text-ink-2">
          {chosen.length === 0
            ? 'Set up together with the account. You can add more later.'
            : `${count(chosen.length, 'service')}, about ${formatMoney({ amount: sum, currency: 'GBP' }, { strip: true })} a month`}
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the controls inside */}
      <div
        className="grid gap-2 sm:grid-cols-2"
        onKeyDown={moveFocus}
        onFocus={({ target }) => target.dataset.stop && setLastStop(target.dataset.stop)}
      >
        {visibleItems?.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            currentStop={currentStop}
            absenceOf={absenceOf}
            checked={chosen.includes(item.id)}
            full={chosen.length >= max}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

const linkStop = (id: string) => `${id}-link`

/** Up and down move between the items, left and right also to their links. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]:not(:disabled)')]
  const from = stops.indexOf(event.target as HTMLElement)
  if (from < 0) return
  const isItem = (stop: HTMLElement) => stop.tagName === 'INPUT'
  const next = {
    ArrowDown: stops.slice(from + 1).find(isItem),
    ArrowUp: stops.slice(0, from).findLast(isItem),
    ArrowRight: stops[from + 1],
    ArrowLeft: stops[from - 1],
    Home: stops.find(isItem),
    End: stops.findLast(isItem),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface ItemCardProps {
  item: CatalogueItem
  checked: boolean
  full: boolean
  currentStop: string | undefined
  absenceOf: ReturnType<typeof useAbsences>
  onToggle: () => void
}

function ItemCard({ item, checked, full, currentStop, absenceOf, onToggle }: ItemCardProps) {
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
        data-stop={item.id}
        tabIndex={currentStop === item.id ? 0 : -1}
        onChange={onToggle}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-xs text-ink-2">
          {item.category}
          <ItemPrice item={item} className="text-right" amountClassName="text-sm" />
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
              <span>{describeItemApprovers(item.approvers, absenceOf)}</span>
            </p>
          )}
        </div>
        {item.documentationUrl && (
          <a
            href={item.documentationUrl}
            target="_blank"
            rel="noreferrer"
            data-stop={linkStop(item.id)}
            tabIndex={currentStop === linkStop(item.id) ? 0 : -1}
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
