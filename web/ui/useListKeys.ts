import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export interface ListKeys {
  /** The option that Enter takes. */
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
  /** Handles the arrows and, with Ctrl, the ends; answers whether it did. */
  onKey: (event: KeyboardEvent) => boolean
}

/**
 * The keys of a list whose focus stays in its input (aria-activedescendant), so nothing that has the focus is ever hidden.
 * The first option is active whenever `resetOn` changes.
 */
export function useListKeys(count: number, open: boolean, resetOn: string): ListKeys {
  const listId = useId()
  // Kept with what it belongs to, so that a new list starts at its first option in the very render that shows it.
  const [chosen, setChosen] = useState({ of: resetOn, place: 0 })
  const active = chosen.of === resetOn ? chosen.place : 0
  const setActive = (place: number) => setChosen({ of: resetOn, place })
  const optionId = (place: number) => `${listId}-${place}`
  const here = Math.min(active, Math.max(0, count - 1))
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${here}`)?.scrollIntoView({ block: 'nearest' })
  }, [here, open, listId])
  return {
    active: here,
    setActive,
    listId,
    optionId,
    input: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-activedescendant': open && count > 0 ? optionId(here) : undefined,
      'aria-autocomplete': 'list',
    },
    onKey(event) {
      if (!open || count === 0) return false
      const to = { ArrowDown: (here + 1) % count, ArrowUp: (here - 1 + count) % count }[event.key]
      if (to === undefined) return false
      event.preventDefault()
      setActive(to)
      return true
    },
  }
}
