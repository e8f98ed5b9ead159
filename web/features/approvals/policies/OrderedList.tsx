import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { moveItem } from './policyDraft.ts'

interface OrderedListProps<T extends { key: number }> {
  /** The plural, for screen readers: “Stages”. */
  label: string
  what: string
  addLabel: string
  items: readonly T[]
  max: number
  empty: string
  titleOf: (item: T, index: number) => string
  children: (item: T, set: (change: Partial<T>) => void, index: number) => ReactNode
  another: () => T
  onChange: (items: T[]) => void
}

/** A list with buttons to add, remove and move items. Alt and an arrow key also move an item, and the focus follows it. */
export function OrderedList<T extends { key: number }>(props: OrderedListProps<T>) {
  const { label, what, addLabel, items, max, empty, titleOf, children, another, onChange } = props
  const list = useRef<HTMLOListElement>(null)
  const focusAfterRender = (key: number, on: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-key="${key}"] ${on}`)?.focus())
  const move = (from: number, by: 1 | -1, on: string) => {
    const to = from + by
    const item = items[from]
    if (!item || to < 0 || to >= items.length) return
    onChange(moveItem(items, from, to))
    announce(`${titleOf(item, from)}: now ${to + 1} of ${items.length}`)
    focusAfterRender(item.key, on)
  }
  const onKey = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const up = event.key === 'ArrowUp'
    move(index, up ? -1 : 1, up ? '[data-up]' : '[data-down]')
  }
  const add = () => {
    const item = another()
    onChange([...items, item])
    announce(`${what} ${items.length + 1} added`)
    focusAfterRender(item.key, 'input, textarea')
  }
  const remove = (index: number) => {
    const next = items.filter((_, position) => position !== index)
    announce(`${titleOf(items[index]!, index)} removed`)
    onChange(next)
    const neighbour = next[Math.min(index, next.length - 1)]
    if (neighbour) focusAfterRender(neighbour.key, '[data-up]')
  }
  return (
    <div>
      {items.length === 0 && <p className="text-sm text-ink-2">{empty}</p>}
      <ol ref={list} aria-label={label} className="space-y-3">
        {items.map((item, index) => (
          <li key={item.key} data-key={item.key} className="rounded-md border border-line bg-sunken">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work on whatever inside has the focus */}
            <div onKeyDown={(event) => onKey(event, index)}>
              <div className="flex items-center gap-1 border-b border-line py-1 pr-1.5 pl-3">
                <h3 className="min-w-0 flex-1 truncate text-sm font-semibold">
                  <span className="mr-2 text-ink-3 tabular-nums">{index + 1}</span>
                  {titleOf(item, index)}
                </h3>
                <IconButton
                  data-up
                  size="sm"
                  icon={ArrowUp}
                  label={`Move ${what} ${index + 1} up`}
                  disabledReason={index === 0 ? 'Already first' : undefined}
                  onClick={() => move(index, -1, '[data-up]')}
                />
                <IconButton
                  data-down
                  size="sm"
                  icon={ArrowDown}
                  label={`Move ${what} ${index + 1} down`}
                  disabledReason={index === items.length - 1 ? 'Already last' : undefined}
                  onClick={() => move(index, 1, '[data-down]')}
                />
                <IconButton size="sm" icon={Trash2} label={`Remove ${what} ${index + 1}`} onClick={() => remove(index)} />
              </div>
              <div className="space-y-4 p-3">
                {children(
                  item,
                  (change) => onChange(items.map((entry, position) => (position === index ? { ...entry, ...change } : entry))),
                  index,
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={Plus}
        className="mt-3"
        disabledReason={items.length >= max ? `You can add up to ${max}.` : undefined}
        onClick={add}
      >
        {addLabel}
      </Button>
    </div>
  )
}
