import { useEffect, useRef, useState } from 'react'
import type { Decision, ReviewItem } from './types.ts'

interface Acts {
  onDecide: (item: ReviewItem, decision: Decision) => unknown
  onSelect: (item: ReviewItem) => unknown
}

const decisions: Record<string, Decision> = { k: 'keep', r: 'remove', u: 'pending' }

/** Handles keys in the membership list: one tab stop, arrows inside; `k`, `r` and `u` decide and move to the next row, `x` selects. */
export function useItemKeys(items: readonly ReviewItem[], acts: Acts) {
  const [list, ref] = useState<HTMLElement | null>(null)
  const [requestedId, setCurrent] = useState<string>()
  const current = items.some(({ id }) => id === requestedId) ? requestedId : items[0]?.id
  const latest = useRef({ items, acts })
  latest.current = { items, acts }
  useEffect(() => {
    if (!list) return
    const goTo = (index: number) => {
      const { items } = latest.current
      const to = items[Math.max(0, Math.min(items.length - 1, index))]
      if (!to) return
      setCurrent(to.id)
      list.querySelector<HTMLElement>(`[data-item="${to.id}"]`)?.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const row = (event.target as Element).closest('[data-item]')
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return
      const { items, acts } = latest.current
      const position = items.findIndex(({ id }) => id === row.getAttribute('data-item'))
      const item = items[position]
      if (!item) return
      const decision = decisions[event.key]
      if (event.key === 'ArrowDown') goTo(position + 1)
      else if (event.key === 'ArrowUp') goTo(position - 1)
      else if (event.key === 'Home') goTo(0)
      else if (event.key === 'End') goTo(items.length - 1)
      else if (event.key === 'x') acts.onSelect(item)
      else if (decision) {
        acts.onDecide(item, decision)
        goTo(position + 1)
      } else return
      event.preventDefault()
    }
    list.addEventListener('keydown', onKeyDown)
    return () => list.removeEventListener('keydown', onKeyDown)
  }, [list])
  return { ref, current, setCurrent }
}
