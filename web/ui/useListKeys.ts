import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export interface ListKeys {
  /** The option that Enter chooses. */
  active: number
  setActive: (place: number) => void
  listId: string
  optionId: (place: number) => string
  /** Attributes of the input that owns the list. */
  input: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-activedescendant': string | undefined
    'aria-autocomplete': 'list'
  }
  /** Handles arrows, and Home and End with Ctrl; returns whether it handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/**
 * Keys of a list whose focus stays in its input (aria-activedescendant), so that the focused element is never hidden. The first option is
 * active whenever `resetOn` changes.
 */
export function useListKeys(count: number, open: boolean, resetOn: string): ListKeys {
  const listId = useId()
  // The index is stored with its list, so that a new list starts at its first option in the same render.
  const [selected, setSelected] = useState({ of: resetOn, place: 0 })
  const active = selected.of === resetOn ? selected.place : 0
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
      'aria-activedescendant': open && count > 0 ? optionId(currentIndex) : undefined,
      'aria-autocomplete': 'list',
    },
    onKey(event) {
      if (!open || count === 0) return false
      const to = { ArrowDown: (currentIndex + 1) % count, ArrowUp: (currentIndex - 1 + count) % count }[event.key]
      if (to === undefined) return false
      event.preventDefault()
      setActive(to)
      return true
    },
  }
}
