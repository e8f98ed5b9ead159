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
  /** Returns true if it handled the key, which is an arrow up or down. */
  onKey: (event: KeyboardEvent) => boolean
}

/**
 * Handles the keys of a list whose focus stays in its input (aria-activedescendant), so that the focused element is never hidden. When
 * `resetOn` changes, the option at `initial` is active; -1 means none.
 */
export function useListKeys(count: number, open: boolean, resetOn: string, initial = 0): ListKeys {
  const listId = useId()
  // The index is stored with the list's key, so that a new list starts at its initial option in the same render.
  const [selected, setSelected] = useState<{ of: string; place: number }>()
  const active = selected?.of === resetOn ? selected.place : initial
  const setActive = (place: number) => setSelected({ of: resetOn, place })
  const optionId = (place: number) => `${listId}-${place}`
  const currentIndex = Math.min(active, Math.max(0, count - 1))
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${currentIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [currentIndex, open, listId])
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
      if (!open || count === 0) return false
      const to = { ArrowDown: (currentIndex + 1) % count, ArrowUp: (Math.max(currentIndex, 0) - 1 + count) % count }[event.key]
      if (to === undefined) return false
      event.preventDefault()
      setActive(to)
      return true
    },
  }
}
