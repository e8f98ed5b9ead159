import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatFilter, parseFilter, parseToken, parseValue, readStart } from './filterText.ts'
import { type FilterDraft, type FilterField, type FilterToken, type FilterValue, noFilter } from './filterTypes.ts'
import { announce } from './LiveRegion.tsx'
import { useFilterChoices } from './useFilterChoices.ts'
import { useListKeys } from './useListKeys.ts'

/** Text that is entered before the properties have loaded might be a condition, so it waits this long. Then it becomes search text. */
const maxWaitMs = 5_000

export function usePropertyFilter(fields: readonly FilterField[], value: FilterValue, onChange: (value: FilterValue) => void) {
  const box = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<FilterDraft>({ values: [] })
  const field = fields.find((item) => item.id === draft.field)
  const operator = field?.operators.find((item) => item.id === draft.operator)
  const { choices, status } = useFilterChoices(fields, draft, text, open)
  const keys = useListKeys(choices.length, open, `${draft.field} ${draft.operator} ${text}`)

  const emit = (next: FilterValue) => {
    onChange(next)
    announce(next.tokens.length === 0 && !next.text ? 'No filter' : `Filter: ${formatFilter(next, fields)}`)
  }
  const start = (next: FilterDraft, typedText = '') => {
    setDraft(next)
    setText(typedText)
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
  const select = (index: number) => {
    const choice = choices[index]
    if (!choice) return
    if (choice.kind === 'text') {
      emit({ ...value, text: text.trim() })
      start({ values: [] })
      setOpen(false)
    } else if (choice.kind === 'token') commit(choice.token)
    else if (choice.kind === 'field') {
      const singleOperator = choice.field.operators.length === 1 ? choice.field.operators[0] : undefined
      start({ ...draft, field: choice.field.id, operator: singleOperator?.id })
    } else if (choice.kind === 'operator') {
      if (choice.operator.valueCount === 'none') commit({ field: draft.field!, operator: choice.operator.id, values: [] })
      else start({ ...draft, operator: choice.operator.id })
    } else if (operator?.valueCount === 'many') {
      start({
        ...draft,
        values: draft.values.includes(choice.value)
          ? draft.values.filter((item) => item !== choice.value)
          : [...draft.values, choice.value],
      })
    } else commit({ field: draft.field!, operator: draft.operator!, values: [choice.value] })
  }
  const removeLastToken = () => {
    if (hasEnteredText) {
      setText(enteredText.at(-1)!)
      setEnteredText(enteredText.slice(0, -1))
    } else if (draft.values.length > 0) start({ ...draft, values: draft.values.slice(0, -1) })
    else if (draft.operator && (field?.operators.length ?? 0) > 1) start({ ...draft, operator: undefined })
    else if (draft.field) start({ ...draft, field: undefined, operator: undefined })
    else return false
    return true
  }
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const remove = (index: number) => {
    emit({ ...value, tokens: value.tokens.filter((_, position) => position !== index) })
    input.current?.focus()
  }

  const removeText = () => {
    emit({ ...value, text: '' })
    input.current?.focus()
  }

  const enter = () => {
    const typedToken = draft.field ? undefined : parseToken(text, fields)
    const free = field && operator && keys.active === 0 ? parseValue(text, field) : undefined
    if (typedToken) commit(typedToken)
    else if (free !== undefined && operator?.valueCount !== 'many' && choices[0]?.kind !== 'value')
      commit({ field: field!.id, operator: operator!.id, values: [free] })
    else if (open) {
      select(keys.active)
      // After one of several values was chosen, Enter applies them. The arrow keys choose more.
      if (operator?.valueCount === 'many') keys.setActive(0)
    } else setOpen(true)
  }
  const hasFields = fields.length > 0
  /** Text that was entered before the properties have loaded. */
  const [enteredText, setEnteredText] = useState<readonly string[]>([])
  const hasEnteredText = enteredText.length > 0
  const take = () => {
    const tokens = enteredText.map((item) => parseToken(item, fields))
    const free = enteredText.filter((_, position) => !tokens[position]).map((item) => item.trim())
    const text = free.length > 0 ? free.join(' ') : value.text
    emit({ ...value, tokens: [...value.tokens, ...tokens.filter((token) => token !== undefined)], text })
    setEnteredText([])
  }
  const applyRef = useRef(take)
  applyRef.current = take
  useEffect(() => {
    if (!hasEnteredText) return
    if (hasFields) return applyRef.current()
    const timer = setTimeout(() => applyRef.current(), maxWaitMs)
    return () => clearTimeout(timer)
  }, [hasEnteredText, hasFields])
  const enterDeferred = () => {
    if (text.trim() === '') return
    setEnteredText([...enteredText, text])
    setText('')
    setOpen(false)
  }

  const type = (typedText: string) => {
    setOpen(true)
    const started = draft.field ? undefined : readStart(typedText, fields)
    // “status =” completes the field and the operator, so that the values are offered.
    if (
      started?.operator?.symbol &&
      /[^\p{L}\p{N}\s]\s?$/u.test(typedText) &&
      started.rest === '' &&
      !started.field.operators.some(
        (item) => item.symbol !== started.operator?.symbol && item.symbol?.startsWith(started.operator?.symbol ?? ''),
      )
    ) {
      start({ ...draft, field: started.field.id, operator: started.operator.id })
    } else setText(typedText)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (keys.onKey(event)) return
    const isBare = text === '' && event.currentTarget.selectionStart === 0
    if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (hasFields) enter()
      else enterDeferred()
    } else if (event.key === 'Escape' && (open || draft.field)) {
      event.stopPropagation()
      setDraft({ values: [] })
      setText('')
      setOpen(false)
    } else if (event.key === 'Backspace' && isBare && !removeLastToken()) {
      event.preventDefault()
      chips().at(-1)?.focus()
    } else if (event.key === 'ArrowLeft' && isBare && !draft.field) chips().at(-1)?.focus()
  }
  const onChipKey = (event: KeyboardEvent<HTMLElement>, index: number | 'text') => {
    const all = chips()
    const position = all.indexOf(event.currentTarget)
    if (event.key === 'ArrowLeft') all[position - 1]?.focus()
    else if (event.key === 'ArrowRight') (all[position + 1] ?? input.current)?.focus()
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      if (index === 'text') removeText()
      else remove(index)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pastedFilter = parseFilter(event.clipboardData.getData('text'), fields)
    if (pastedFilter.tokens.length === 0) return
    event.preventDefault()
    emit({
      join: value.tokens.length > 0 ? value.join : pastedFilter.join,
      tokens: [...value.tokens, ...pastedFilter.tokens],
      text: [value.text, pastedFilter.text].filter(Boolean).join(' '),
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
    setEnteredText([])
    emit(noFilter)
    start({ values: [] })
    setOpen(false)
  }
  const editToken = (token: FilterToken, index: number) =>
    start(
      { ...token, values: [], place: index },
      token.values.length === 1 && !fields.find((item) => item.id === token.field)?.values ? token.values[0] : '',
    )
  const editText = () => {
    const old = value.text
    emit({ ...value, text: '' })
    start({ values: [] }, old)
  }
  const toggleJoin = () => emit({ ...value, join: value.join === 'and' ? 'or' : 'and' })
  return {
    box,
    input,
    text,
    open,
    setOpen,
    draft,
    entered: enteredText,
    field,
    operator,
    choices,
    status,
    keys,
    choose: select,
    type,
    remove,
    clear,
    editToken,
    removeText,
    editText,
    turnJoin: toggleJoin,
    onKeyDown,
    onChipKey,
    onPaste,
    onCopy,
  }
}
