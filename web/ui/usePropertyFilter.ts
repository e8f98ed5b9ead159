import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatFilter, parseFilter, parseToken, readStart, readValue } from './filterText.ts'
import { type FilterDraft, type FilterField, type FilterToken, type FilterValue, noFilter } from './filterTypes.ts'
import { announce } from './LiveRegion.tsx'
import { useFilterChoices } from './useFilterChoices.ts'
import { useListKeys } from './useListKeys.ts'

/** Entered text waits this long for the properties, because it could be a condition on one; then it is searched as text. */
const maxWaitMs = 5_000

/** The state of a PropertyFilter: the condition being written, its keys, and copy and paste. */
export function usePropertyFilter(fields: readonly FilterField[], value: FilterValue, onChange: (value: FilterValue) => void) {
  const box = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<FilterDraft>({ values: [] })
  const field = fields.find((one) => one.id === draft.field)
  const operator = field?.operators.find((one) => one.id === draft.operator)
  const { choices, status } = useFilterChoices(fields, draft, text, open)
  const keys = useListKeys(choices.length, open, `${draft.field} ${draft.operator} ${text}`)

  const emit = (next: FilterValue) => {
    onChange(next)
    announce(next.tokens.length === 0 && !next.text ? 'No filter' : `Filter: ${formatFilter(next, fields)}`)
  }
  const start = (next: FilterDraft, typed = '') => {
    setDraft(next)
    setText(typed)
    setOpen(true)
    input.current?.focus()
  }
  const commit = (token: FilterToken) => {
    const tokens = [...value.tokens]
    tokens.splice(draft.place ?? tokens.length, draft.place === undefined ? 0 : 1, token)
    emit({ ...value, tokens })
    start({ values: [] })
    setOpen(false)
  }
  const choose = (place: number) => {
    const choice = choices[place]
    if (!choice) return
    if (choice.kind === 'text') {
      emit({ ...value, text: text.trim() })
      start({ values: [] })
      setOpen(false)
    } else if (choice.kind === 'token') commit(choice.token)
    else if (choice.kind === 'field') {
      const only = choice.field.operators.length === 1 ? choice.field.operators[0] : undefined
      start({ ...draft, field: choice.field.id, operator: only?.id })
    } else if (choice.kind === 'operator') {
      if (choice.operator.takes === 'none') commit({ field: draft.field!, operator: choice.operator.id, values: [] })
      else start({ ...draft, operator: choice.operator.id })
    } else if (operator?.takes === 'many') {
      start({
        ...draft,
        values: draft.values.includes(choice.value) ? draft.values.filter((one) => one !== choice.value) : [...draft.values, choice.value],
      })
    } else commit({ field: draft.field!, operator: draft.operator!, values: [choice.value] })
  }
  /** Goes back a step; false at the first one. */
  const back = () => {
    if (waits) {
      setText(entered.at(-1)!)
      setEntered(entered.slice(0, -1))
    } else if (draft.values.length > 0) start({ ...draft, values: draft.values.slice(0, -1) })
    else if (draft.operator && (field?.operators.length ?? 0) > 1) start({ ...draft, operator: undefined })
    else if (draft.field) start({ ...draft, field: undefined, operator: undefined })
    else return false
    return true
  }
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const remove = (place: number) => {
    emit({ ...value, tokens: value.tokens.filter((_, at) => at !== place) })
    input.current?.focus()
  }

  const removeText = () => {
    emit({ ...value, text: '' })
    input.current?.focus()
  }

  const enter = () => {
    const typed = draft.field ? undefined : parseToken(text, fields)
    const free = field && operator && keys.active === 0 ? readValue(text, field) : undefined
    if (typed) commit(typed)
    else if (free !== undefined && operator?.takes !== 'many' && choices[0]?.kind !== 'value')
      commit({ field: field!.id, operator: operator!.id, values: [free] })
    else if (open) {
      choose(keys.active)
      // After one of several values, Enter applies them; the arrows continue to choose.
      if (operator?.takes === 'many') keys.setActive(0)
    } else setOpen(true)
  }
  const known = fields.length > 0
  /** Text entered before the properties were loaded, while typing continues. */
  const [entered, setEntered] = useState<readonly string[]>([])
  const waits = entered.length > 0
  const take = () => {
    const tokens = entered.map((one) => parseToken(one, fields))
    const free = entered.filter((_, at) => !tokens[at]).map((one) => one.trim())
    const text = free.length > 0 ? free.join(' ') : value.text
    emit({ ...value, tokens: [...value.tokens, ...tokens.filter((token) => token !== undefined)], text })
    setEntered([])
  }
  const takeNow = useRef(take)
  takeNow.current = take
  useEffect(() => {
    if (!waits) return
    if (known) return takeNow.current()
    const timer = setTimeout(() => takeNow.current(), maxWaitMs)
    return () => clearTimeout(timer)
  }, [waits, known])
  const enterLater = () => {
    if (text.trim() === '') return
    setEntered([...entered, text])
    setText('')
    setOpen(false)
  }

  const type = (typed: string) => {
    setOpen(true)
    const started = draft.field ? undefined : readStart(typed, fields)
    // “status =” completes field and operator, so that the values are offered.
    if (
      started?.operator?.symbol &&
      /[^\p{L}\p{N}\s]\s?$/u.test(typed) &&
      started.rest === '' &&
      !started.field.operators.some(
        (one) => one.symbol !== started.operator?.symbol && one.symbol?.startsWith(started.operator?.symbol ?? ''),
      )
    ) {
      start({ ...draft, field: started.field.id, operator: started.operator.id })
    } else setText(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (keys.onKey(event)) return
    const bare = text === '' && event.currentTarget.selectionStart === 0
    if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (known) enter()
      else enterLater()
    } else if (event.key === 'Escape' && (open || draft.field)) {
      event.stopPropagation()
      setDraft({ values: [] })
      setText('')
      setOpen(false)
    } else if (event.key === 'Backspace' && bare && !back()) {
      event.preventDefault()
      chips().at(-1)?.focus()
    } else if (event.key === 'ArrowLeft' && bare && !draft.field) chips().at(-1)?.focus()
  }
  const onChipKey = (event: KeyboardEvent<HTMLElement>, place: number | 'text') => {
    const all = chips()
    const at = all.indexOf(event.currentTarget)
    if (event.key === 'ArrowLeft') all[at - 1]?.focus()
    else if (event.key === 'ArrowRight') (all[at + 1] ?? input.current)?.focus()
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      if (place === 'text') removeText()
      else remove(place)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = parseFilter(event.clipboardData.getData('text'), fields)
    if (pasted.tokens.length === 0) return
    event.preventDefault()
    emit({
      join: value.tokens.length > 0 ? value.join : pasted.join,
      tokens: [...value.tokens, ...pasted.tokens],
      text: [value.text, pasted.text].filter(Boolean).join(' '),
    })
    start({ values: [] })
    setOpen(false)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (input.current && input.current.selectionStart !== input.current.selectionEnd) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', formatFilter(value, fields))
    announce('Filter copied')
  }

  const clear = () => {
    setEntered([])
    emit(noFilter)
    start({ values: [] })
    setOpen(false)
  }
  const editToken = (token: FilterToken, place: number) =>
    start(
      { ...token, values: [], place },
      token.values.length === 1 && !fields.find((one) => one.id === token.field)?.values ? token.values[0] : '',
    )
  const editText = () => {
    const old = value.text
    emit({ ...value, text: '' })
    start({ values: [] }, old)
  }
  const turnJoin = () => emit({ ...value, join: value.join === 'and' ? 'or' : 'and' })
  return {
    box,
    input,
    text,
    open,
    setOpen,
    draft,
    entered,
    field,
    operator,
    choices,
    status,
    keys,
    choose,
    type,
    remove,
    clear,
    editToken,
    removeText,
    editText,
    turnJoin,
    onKeyDown,
    onChipKey,
    onPaste,
    onCopy,
  }
}
