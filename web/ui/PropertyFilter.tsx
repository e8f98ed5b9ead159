import { Search, X } from 'lucide-react'
import { type ClipboardEvent, Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { FilterList } from './FilterList.tsx'
import { describeToken, formatFilter, parseFilter, parseToken, readStart, readValue } from './filterText.ts'
import type { FilterField, FilterToken, FilterValue } from './filterTypes.ts'
import { noFilter } from './filterTypes.ts'
import { announce } from './LiveRegion.tsx'
import { useFilterChoices } from './useFilterChoices.ts'
import { useListKeys } from './useListKeys.ts'

export interface PropertyFilterProps {
  /** "Filter accounts". */
  label: string
  fields: readonly FilterField[]
  value: FilterValue
  onChange: (value: FilterValue) => void
  placeholder?: string
}

/** A condition being written: the parts that are settled. `place` is where an edited one stood. */
export interface FilterDraft {
  field?: string
  operator?: string
  values: string[]
  place?: number
}

/**
 * Filters a list by property, operator and value, and by free text.
 * `<PropertyFilter label="Filter accounts" fields={fields} value={filter} onChange={setFilter} />`
 * All by keyboard: the arrows and Enter choose, Backspace goes a step back or to the last condition, Escape gives up the draft.
 * Typing `status = active` or pasting a whole filter works too; copying inside it copies the filter as words.
 */
export function PropertyFilter({ label, fields, value, onChange, placeholder = 'Filter by property or text' }: PropertyFilterProps) {
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
  /** One step back; false when there is nothing to go back from. */
  const back = () => {
    if (draft.values.length > 0) start({ ...draft, values: draft.values.slice(0, -1) })
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

  const type = (typed: string) => {
    setOpen(true)
    const begun = draft.field ? undefined : readStart(typed, fields)
    // "status =" settles the first two parts, so that its values are offered.
    if (
      begun?.operator?.symbol &&
      /[^\p{L}\p{N}\s]\s?$/u.test(typed) &&
      begun.rest === '' &&
      !begun.field.operators.some((one) => one.symbol !== begun.operator?.symbol && one.symbol?.startsWith(begun.operator?.symbol ?? ''))
    ) {
      start({ ...draft, field: begun.field.id, operator: begun.operator.id })
    } else setText(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (keys.onKey(event)) return
    const bare = text === '' && event.currentTarget.selectionStart === 0
    if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter') {
      event.preventDefault()
      const typed = draft.field ? undefined : parseToken(text, fields)
      const free = field && operator && keys.active === 0 ? readValue(text, field) : undefined
      if (typed) commit(typed)
      else if (free !== undefined && operator?.takes !== 'many' && choices[0]?.kind !== 'value')
        commit({ field: field!.id, operator: operator!.id, values: [free] })
      else if (open) {
        choose(keys.active)
        // After a value of several, Enter applies them; the arrows go on choosing.
        if (operator?.takes === 'many') keys.setActive(0)
      } else setOpen(true)
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
      if (place === 'text') {
        emit({ ...value, text: '' })
        input.current?.focus()
      } else remove(place)
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

  const some = value.tokens.length > 0 || value.text !== ''
  const settled = [
    field?.label,
    operator?.label,
    draft.values
      .map((one) => describeToken({ field: draft.field!, operator: draft.operator!, values: [one] }, fields)?.values[0] ?? one)
      .join(', '),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <search
      ref={box}
      className="relative block"
      aria-label={label}
      onCopy={onCopy}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pointing beside the input only moves the focus into it */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        className="control flex min-h-8 cursor-text flex-wrap items-center gap-1 py-[3px] pr-8 pl-8"
        onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
      >
        <Search size={16} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
        {value.tokens.map((token, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand twice
          <Fragment key={place}>
            {place > 0 && (
              <button
                type="button"
                className="h-6 rounded-sm px-1 text-xs text-ink-2 hover:bg-hover hover:text-ink focus-visible:outline-2!"
                title="Change between and, or"
                aria-label={`${value.join}: change to ${value.join === 'and' ? 'or' : 'and'}`}
                onClick={() => emit({ ...value, join: value.join === 'and' ? 'or' : 'and' })}
              >
                {value.join}
              </button>
            )}
            <Chip
              editing={draft.place === place}
              parts={describeToken(token, fields)}
              onEdit={() =>
                start(
                  { ...token, operator: token.operator, values: [], place },
                  token.values.length === 1 && !fields.find((one) => one.id === token.field)?.values ? token.values[0] : '',
                )
              }
              onRemove={() => remove(place)}
              onKey={(event) => onChipKey(event, place)}
            />
          </Fragment>
        ))}
        {value.text && (
          <Chip
            text={value.text}
            onEdit={() => {
              const old = value.text
              emit({ ...value, text: '' })
              start({ values: [] }, old)
            }}
            onRemove={() => {
              emit({ ...value, text: '' })
              input.current?.focus()
            }}
            onKey={(event) => onChipKey(event, 'text')}
          />
        )}
        {settled && <span className="rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm font-medium text-accent">{settled}</span>}
        <input
          ref={input}
          {...keys.input}
          aria-label={settled ? `${label}, ${settled}` : label}
          value={text}
          placeholder={settled ? (operator ? 'Value' : 'Operator') : some ? 'Add a condition' : placeholder}
          autoComplete="off"
          spellCheck={false}
          className="h-6 min-w-28 flex-1 bg-transparent outline-none"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {(some || settled) && (
          <span className="absolute top-0.5 right-0.5">
            <IconButton
              size="sm"
              icon={X}
              label="Clear the filter"
              onClick={() => {
                emit(noFilter)
                start({ values: [] })
                setOpen(false)
              }}
            />
          </span>
        )}
      </div>
      {open && (
        <FilterList
          keys={keys}
          choices={choices}
          status={status}
          chosen={draft.values}
          hint={
            !operator
              ? 'Nothing is called so.'
              : field?.type === 'date'
                ? 'Type a day, such as 2026-11-21.'
                : field?.type === 'number'
                  ? 'Type a number.'
                  : field?.type === 'text'
                    ? 'Type a value.'
                    : 'No such value.'
          }
          onChoose={choose}
        />
      )}
    </search>
  )
}

interface ChipProps {
  parts?: ReturnType<typeof describeToken>
  text?: string
  editing?: boolean
  onEdit: () => void
  onRemove: () => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
}

function Chip({ parts, text, editing, onEdit, onRemove, onKey }: ChipProps) {
  const words = parts
    ? [parts.field.label, parts.operator.label, parts.values.join(', ')].filter(Boolean).join(' ')
    : text
      ? `“${text}”`
      : 'Unknown condition'
  return (
    <span className={cx('flex h-6 max-w-full items-center rounded-sm border border-line bg-sunken text-sm', editing && 'opacity-45')}>
      <button
        type="button"
        data-chip
        className="min-w-0 truncate rounded-sm pl-1.5 hover:text-accent focus-visible:outline-2!"
        aria-label={`Edit: ${words}`}
        onClick={onEdit}
        onKeyDown={onKey}
      >
        {parts ? (
          <>
            <span className="text-ink-2">{parts.field.label}</span> <span className="text-ink-3">{parts.operator.label}</span>{' '}
            <span className="font-medium">{parts.values.join(', ')}</span>
          </>
        ) : (
          words
        )}
      </button>
      <button
        type="button"
        className="grid h-6 w-5 place-content-center rounded-sm text-ink-3 hover:text-ink focus-visible:outline-2!"
        aria-label={`Remove: ${words}`}
        onClick={onRemove}
      >
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}
