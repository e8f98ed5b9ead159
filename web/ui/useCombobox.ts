import { type KeyboardEvent, useRef, useState } from 'react'
import type { Option } from './controlTypes.ts'
import { useListKeys } from './useListKeys.ts'
import { type Source, useOptions } from './useOptions.ts'

interface ComboboxActions {
  onChoose: (option: Option) => void
  onErase?: () => void
  /** Called with the typed text when people leave the field. Without it, the text is discarded. */
  onTyped?: ((text: string) => void) | undefined
}

export const isSameOption = (a: Option, b: Option) => a.value === b.value
const searchText = (option: Option) => `${option.label} ${option.hint ?? ''}`

/** Holds the state of a combobox: the typed text, the list, and their keys. `isMultiple`: the list stays open while nothing is typed. */
export function useCombobox(
  source: Source<Option>,
  selected: readonly Option[],
  isMultiple: boolean,
  { onChoose, onErase, onTyped }: ComboboxActions,
) {
  const input = useRef<HTMLInputElement>(null)
  const [typedText, setTypedText] = useState<string>()
  const [open, setOpen] = useState(false)
  const query = typedText ?? ''
  const { items, status } = useOptions(source, query, open, searchText)
  // A search without text has no results, so that chosen options are added.
  const options = query === '' ? [...items, ...selected.filter((entry) => !items.some((item) => isSameOption(item, entry)))] : items
  const selectedIndex = isMultiple ? -1 : options.findIndex((option) => selected.some((entry) => isSameOption(option, entry)))
  // Enter sends the form as long as a person neither typed nor moved. An index in the list for an earlier text isn't kept.
  const keys = useListKeys(options.length, open, `${open} ${status} ${query}`, query === '' ? selectedIndex : 0)

  const close = () => {
    setOpen(false)
    if (!onTyped) setTypedText(undefined)
  }
  const choose = (index: number) => {
    const option = options[index]
    if (!option || option.disabledReason !== undefined) return
    onChoose(option)
    setTypedText(undefined)
    if (!isMultiple || query !== '') setOpen(false)
  }
  const takeTypedText = () => {
    if (query.trim() !== '') onTyped?.(query.trim())
    setTypedText(undefined)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.onKey(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && event.key === 'ArrowUp') close()
      else setOpen(true)
    } else if (event.key === 'Enter' && open && (query !== '' || keys.active >= 0)) {
      event.preventDefault()
      // While options load, Enter would choose one for an earlier text.
      if (status === 'ready' && options.length > 0) choose(keys.active)
      else if (onTyped) takeTypedText()
    } else if (event.key === 'Escape' && (open || query !== '')) {
      // Escape closes the list first and then the surrounding dialog, so that no input is lost.
      event.stopPropagation()
      if (open) close()
      else setTypedText(undefined)
    }
  }
  return {
    input,
    open,
    query,
    options,
    status,
    keys,
    choose,
    close,
    leave: takeTypedText,
    isMultiple,
    /** The typed text, or undefined if nothing was typed since the last choice. */
    typedText,
    toggle: () => {
      if (open) close()
      else setOpen(true)
      input.current?.focus()
    },
    inputProps: {
      ...keys.input,
      'aria-haspopup': 'listbox' as const,
      ref: input,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
      onClick: () => setOpen(true),
      onChange: (event: { target: { value: string } }) => {
        setTypedText(event.target.value)
        setOpen(true)
        if (event.target.value === '') onErase?.()
      },
      onBlur: () => {
        // The input is still active if people change to a different window.
        if (document.activeElement !== input.current) takeTypedText()
      },
    },
  }
}

export type ComboboxState = ReturnType<typeof useCombobox>
