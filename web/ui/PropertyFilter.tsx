import { Search, X } from 'lucide-react'
import { Fragment } from 'react'
import { IconButton } from './Button.tsx'
import { FilterChip } from './FilterChip.tsx'
import { FilterList } from './FilterList.tsx'
import { describeToken } from './filterText.ts'
import type { FilterField, FilterValue } from './filterTypes.ts'
import { uiLabels } from './labels.ts'
import { usePendingValue } from './usePendingValue.ts'
import { usePropertyFilter } from './usePropertyFilter.ts'

interface PropertyFilterProps {
  label: string
  fields: readonly FilterField[]
  value: FilterValue
  onChange: (value: FilterValue) => void
  placeholder?: string
}

/**
 * Filters a list by property, operator and value, and by text. `<PropertyFilter label="Filter accounts" fields={fields} value={filter}
 * onChange={setFilter} />` Arrow keys and Enter choose, Backspace goes back a step or to the last condition, and Escape discards the draft.
 * Typing `status = active` or pasting a whole filter works too. Copying copies the filter as text.
 */
export function PropertyFilter({ label, fields, placeholder = 'Filter by property or text', ...props }: PropertyFilterProps) {
  const [value, change] = usePendingValue(props.value, props.onChange)
  const filter = usePropertyFilter(fields, value, change)
  const { box, input, text, open, setOpen, draft, field, operator, choices, status, keys, choose, type, remove, clear } = filter
  const { editToken, removeText, editText, turnJoin, onKeyDown, onChipKey, onPaste, onCopy, entered } = filter
  const hasSome = value.tokens.length > 0 || value.text !== '' || entered.length > 0
  const pendingText = [
    field?.label,
    operator?.label,
    draft.values
      .map((item) => describeToken({ field: draft.field!, operator: draft.operator!, values: [item] }, fields)?.values[0] ?? item)
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
        {value.tokens.map((token, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition can appear twice
          <Fragment key={index}>
            {index > 0 && (
              <button
                type="button"
                className="h-6 rounded-sm px-1 text-xs text-ink-2 hover:bg-hover hover:text-ink focus-visible:outline-2!"
                title="Switch between “and” and “or”"
                aria-label={uiLabels.switchJoin[value.join]}
                onClick={turnJoin}
              >
                {value.join}
              </button>
            )}
            <FilterChip
              editing={draft.place === index}
              parts={describeToken(token, fields)}
              onEdit={() => editToken(token, index)}
              onRemove={() => remove(index)}
              onKey={(event) => onChipKey(event, index)}
            />
          </Fragment>
        ))}
        {value.text && <FilterChip text={value.text} onEdit={editText} onRemove={removeText} onKey={(event) => onChipKey(event, 'text')} />}
        {entered.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words can appear twice
          <span key={index} className="truncate rounded-sm bg-hover px-1.5 py-0.5 text-sm text-ink-2">
            {part}
          </span>
        ))}
        {pendingText && <span className="rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm font-medium text-accent">{pendingText}</span>}
        <input
          ref={input}
          {...keys.input}
          aria-label={pendingText ? `${label}, ${pendingText}` : label}
          value={text}
          placeholder={pendingText ? (operator ? 'Value' : 'Operator') : hasSome ? 'Add filter' : placeholder}
          autoComplete="off"
          spellCheck={false}
          className="h-6 min-w-28 flex-1 bg-transparent outline-none"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {(hasSome || pendingText) && (
          <span className="absolute top-0.5 right-0.5">
            <IconButton size="sm" icon={X} label={uiLabels.clearFilters} onClick={clear} />
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
              ? 'No matching filters.'
              : field?.type === 'date'
                ? 'Type a date, such as 2026-11-21.'
                : field?.type === 'number'
                  ? 'Type a number.'
                  : field?.type === 'text'
                    ? 'Type a value.'
                    : 'No matching values.'
          }
          onChoose={choose}
        />
      )}
    </search>
  )
}
