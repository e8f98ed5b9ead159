import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export interface ListKeys {
  active: number
  setActive: (place: number) => void
  listId: string
  optionId: (place: number) => string
  input: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-activedescendant': string | undefined
    'aria-autocomplete': 'list'
  }
  /** Returns true for keys that need nothing more: an arrow up or down without Alt that it handled, and keys of an input method. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Keys that choose characters of an input method aren't for the list. Safari reports the Enter at the end only by its code. */
export const isComposing = (event: KeyboardEvent) => event.nativeEvent.isComposing || event.keyCode === 229

/**
 * Handles the keys of a list whose focus stays in its input (aria-activedescendant), so that the focused element is never hidden. When
 * `resetOn` changes, the option at `initial` is active; -1 means none.
 */
export function useListKeys(count: number, open: boolean, resetOn: string, initial = 0): ListKeys {
  const listId = useId()
  // The index is stored with the list's key, so that a new list starts at its initial option in the same render.
  const [selected, setSelected] = useState<{ of: string; place: number }>()
  const active = selected?.of === resetOn ? selected.place : initial
  const optionId = (place: number) => `${listId}-${place}`
  const currentIndex = Math.min(active, Math.max(0, count - 1))
  const setActive = (place: number) => {
    if (place !== currentIndex) setSelected({ of: resetOn, place })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list can have the same active index, but a different scroll position
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${currentIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [currentIndex, open, listId, resetOn])
  return {
    active: currentIndex,
    setActive,
    listId,
    optionId,
    input: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-activedescendant': open && count > 0 && currentIndex >= 0 ? optionId(currentIndex) : undefined,
      'aria-autocomplete': 'list',
    },
    onKey(event) {
      if (isComposing(event)) return true
      // The arrow keys with Alt only open and close a list.
      if (!open || count === 0 || event.altKey) return false
      const to = { ArrowDown: (currentIndex + 1) % count, ArrowUp: (Math.max(currentIndex, 0) - 1 + count) % count }[event.key]
      if (to === undefined) return false
      event.preventDefault()
      setActive(to)
      return true
    },
  }
}
