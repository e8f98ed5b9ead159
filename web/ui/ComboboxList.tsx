import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { ComboboxProps, ComboboxShared, MultiComboboxProps, Option } from './controlTypes.ts'
import type { FieldControl, FieldProps } from './Field.tsx'
import { uiLabels } from './labels.ts'
import { useOptions } from './useOptions.ts'

interface InputBinding {
  name: string | undefined
  control: FieldControl
}

// In Base UI, Escape clears the selection. Here it closes the list first and then the surrounding dialog, so that no input is lost.

export function ComboboxList({ value, onChange, name, control, ...shared }: Omit<ComboboxProps, keyof FieldProps> & InputBinding) {
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const list = useList(shared, query, value ? [value] : [])
  return (
    <Base.Root<Option>
      items={list.items}
      filter={null}
      value={value}
      onValueChange={(next, details) => (details.reason === 'escape-key' ? details.allowPropagation() : onChange(next))}
      onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : '')}
      onOpenChange={list.setOpen}
      isItemEqualToValue={isSameOption}
      autoHighlight
    >
      <div ref={box} className="control flex h-8 items-center" data-bad={control['aria-invalid']}>
        <Base.Input
          {...control}
          name={name}
          ref={shared.ref}
          onBlur={shared.onBlur}
          placeholder={shared.placeholder}
          className="h-full w-full min-w-0 bg-transparent px-2.5 outline-none"
        />
        {value && (
          <Base.Clear className="grid size-6 place-content-center rounded-sm text-ink-2 hover:bg-hover" aria-label="Clear">
            <X size={14} aria-hidden />
          </Base.Clear>
        )}
        <Base.Trigger className="grid size-7 place-content-center text-ink-2" aria-label="Show options">
          <ChevronDown size={16} aria-hidden />
        </Base.Trigger>
      </div>
      <Popup {...shared} {...list} query={query} box={box} />
    </Base.Root>
  )
}

export function MultiComboboxList({
  value,
  onChange,
  acceptsTyped,
  name,
  control,
  ...shared
}: Omit<MultiComboboxProps, keyof FieldProps> & InputBinding) {
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const list = useList(shared, query, value)
  // Base UI clears the text before the field loses the focus.
  const typedText = useRef('')
  const leave = () => {
    const typed = typedText.current.trim()
    typedText.current = ''
    if (acceptsTyped && typed !== '' && !value.some((option) => option.value === typed))
      onChange([...value, { value: typed, label: typed }])
    shared.onBlur?.()
  }
  return (
    <Base.Root<Option, true>
      multiple
      items={list.items}
      filter={null}
      value={[...value]}
      onValueChange={(next, details) => {
        if (details.reason === 'escape-key') return details.allowPropagation()
        typedText.current = ''
        onChange(next)
      }}
      onInputValueChange={(text, { reason }) => {
        setQuery(text)
        if (reason === 'input-change' || reason === 'escape-key') typedText.current = text
      }}
      onOpenChange={list.setOpen}
      isItemEqualToValue={isSameOption}
      autoHighlight
    >
      <Base.Chips ref={box} className="control flex min-h-8 flex-wrap items-center gap-1 p-1" data-bad={control['aria-invalid']}>
        {value.map((option) => (
          <Base.Chip
            key={option.value}
            aria-label={option.label}
            className="flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pl-2 text-sm outline-none data-highlighted:outline-2 data-highlighted:outline-accent"
          >
            <span className="min-w-0 wrap-anywhere">{option.label}</span>
            <Base.ChipRemove
              className="grid size-6 shrink-0 place-content-center rounded-sm text-ink-2 hover:text-ink"
              aria-label={uiLabels.remove(option.label)}
            >
              <X size={13} aria-hidden />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...control}
          name={name}
          ref={shared.ref}
          onBlur={leave}
          placeholder={value.length === 0 ? shared.placeholder : undefined}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
        />
      </Base.Chips>
      <Popup {...shared} {...list} query={query} box={box} />
    </Base.Root>
  )
}

type SharedProps = Omit<ComboboxShared, keyof FieldProps>

const isSameOption = (a: Option, b: Option) => a.value === b.value
const searchText = (option: Option) => `${option.label} ${option.hint ?? ''}`

function useList(shared: SharedProps, query: string, selected: readonly Option[]) {
  const [open, setOpen] = useState(false)
  const { items, status } = useOptions(shared.options, query, open, searchText)
  // Base UI knows only listed options, so chosen options stay in the list while nothing is typed.
  const all = useMemo(
    () => (query === '' ? [...items, ...selected.filter((entry) => !items.some((item) => isSameOption(item, entry)))] : items),
    [items, selected, query],
  )
  return { items: all, status, setOpen: (next: boolean) => setOpen(next) }
}

function Popup({
  box,
  items,
  status,
  query,
  empty = 'No matches.',
  renderOption,
}: SharedProps & ReturnType<typeof useList> & { query: string; box: RefObject<HTMLDivElement | null> }) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={box} sideOffset={4} collisionPadding={8} className="z-50">
        <Base.Popup className="popup max-h-[min(20rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto p-1">
          <Base.Status className="px-2 py-1.5 text-sm text-ink-2 empty:hidden">
            {status === 'loading' && items.length === 0 && 'Searching…'}
            {status === 'failed' && 'Couldn’t load the list. Type again to retry.'}
            {status === 'ready' && items.length === 0 && (query === '' ? 'Type to search.' : empty)}
          </Base.Status>
          <Base.List>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} disabled={option.disabledReason !== undefined} className="option">
                <span className="min-w-0 flex-1">
                  {renderOption ? (
                    renderOption(option)
                  ) : (
                    <>
                      {option.label}
                      {(option.disabledReason ?? option.hint) && (
                        <span className="block text-xs text-ink-2">{option.disabledReason ?? option.hint}</span>
                      )}
                    </>
                  )}
                </span>
                <Base.ItemIndicator>
                  <Check size={16} aria-hidden className="text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
