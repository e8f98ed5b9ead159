import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../../shared/useShortcuts.ts'
import type { Decision, ReviewItem } from './types.ts'

interface ItemActions {
  onDecide: (item: ReviewItem, decision: Decision) => unknown
  onSelect: (item: ReviewItem) => unknown
}

/**
 * Handles the keys of the membership list. The shortcuts apply to the current row wherever the focus is, and a decision moves to the next
 * row without one. Readers who also press the key for the next row then stay there. Inside the list, which is one tab stop, the arrow keys
 * also move.
 */
export function useItemKeys(items: readonly ReviewItem[], actions: ItemActions) {
  const [list, ref] = useState<HTMLElement | null>(null)
  const [requestedId, setCurrent] = useState<string>()
  const firstItem = items.find(({ decision, can }) => decision === 'pending' && can.decide === true) ?? items[0]
  const position = Math.max(
    0,
    items.findIndex(({ id }) => id === requestedId || (!items.some((each) => each.id === requestedId) && id === firstItem?.id)),
  )
  const current = items[position]
  const hasAdvanced = useRef(false)
  const goTo = (index: number) => {
    const to = items[Math.max(0, Math.min(items.length - 1, index))]
    if (!to) return
    setCurrent(to.id)
    list?.querySelector<HTMLElement>(`[data-item="${to.id}"]`)?.focus()
    hasAdvanced.current = false
  }
  const decide = (decision: Decision) => {
    if (!current) return
    actions.onDecide(current, decision)
    goTo(position + 1)
    hasAdvanced.current = position < items.length - 1
  }
  const goToNext = () => goTo(isFocused() && !hasAdvanced.current ? position + 1 : position)
  const isFocused = () => document.activeElement?.matches('[data-item]') === true
  useShortcuts('review', {
    // The first press shows the current row instead of leaving it.
    next: goToNext,
    previous: () => goTo(isFocused() ? position - 1 : position),
    keep: () => decide('keep'),
    remove: () => decide('remove'),
    clearDecision: () => decide('pending'),
    select: () => current && actions.onSelect(current),
  })
  const latest = useRef({ goTo, goToNext, position, last: items.length - 1 })
  latest.current = { goTo, goToNext, position, last: items.length - 1 }
  useEffect(() => {
    if (!list) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.target as Element).closest('[data-item]') || event.ctrlKey || event.metaKey || event.altKey) return
      const { goTo, goToNext, position, last } = latest.current
      const to = { ArrowUp: position - 1, Home: 0, End: last }[event.key]
      if (event.key === 'ArrowDown') goToNext()
      else if (to !== undefined) goTo(to)
      else return
      event.preventDefault()
    }
    list.addEventListener('keydown', onKeyDown)
    return () => list.removeEventListener('keydown', onKeyDown)
  }, [list])
  return {
    ref,
    current: current?.id,
    setCurrent(id: string) {
      // A dialog that closes returns the focus to the current row.
      if (id !== current?.id) hasAdvanced.current = false
      setCurrent(id)
    },
  }
}
