import { ChevronDown, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { ComboboxPopup } from './ComboboxPopup.tsx'
import type { ComboboxProps, MultiComboboxProps, Option } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { announce } from './LiveRegion.tsx'
import { uiLabels } from './labels.ts'
import { isSameOption, useCombobox } from './useCombobox.ts'
import { isComposing } from './useListKeys.ts'

/** A choice of one option from many. `<Combobox label="Family" options={searchFamilies} value={family} onChange={setFamily} />` */
export function Combobox(props: ComboboxProps) {
  const [field, { value, onChange, options, placeholder, ...list }] = splitField(props)
  const box = useRef<HTMLDivElement>(null)
  const selected = value ? [value] : []
  const combobox = useCombobox(options, selected, false, { onChoose: onChange, onErase: () => onChange(null) })
  return (
    <Field {...field}>
      {(control) => (
        <div ref={box} className="control flex h-8 items-center" data-bad={control['aria-invalid']}>
          <input
            {...combobox.inputProps}
            {...control}
            name={field.name}
            value={combobox.typedText ?? value?.label ?? ''}
            placeholder={placeholder}
            className="h-full w-full min-w-0 bg-transparent px-2.5 outline-none"
          />
          {value && (
            <button
              type="button"
              tabIndex={-1}
              className="grid size-6 place-content-center rounded-sm text-ink-2 hover:bg-hover"
              aria-label={uiLabels.clear}
              onClick={() => {
                onChange(null)
                combobox.close()
                combobox.input.current?.focus()
              }}
            >
              <X size={14} aria-hidden />
            </button>
          )}
          <button
            type="button"
            tabIndex={-1}
            className="grid size-7 place-content-center text-ink-2"
            aria-label={uiLabels.showOptions}
            aria-expanded={combobox.open}
            aria-controls={combobox.keys.listId}
            // The list would close when the input loses the focus, and then open again.
            onMouseDown={(event) => event.preventDefault()}
            onClick={combobox.toggle}
          >
            <ChevronDown size={16} aria-hidden />
          </button>
          {combobox.open && <ComboboxPopup {...list} combobox={combobox} selected={selected} anchor={box} />}
        </div>
      )}
    </Field>
  )
}

const listOf = (text: string): string[] =>
  text
    .split(/[,;\n\t]/)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * A choice of several options, shown as chips. Backspace removes the last one, and the left arrow key moves to the chips.
 * `<MultiCombobox label="Owners" options={searchPeople} value={owners} onChange={setOwners} />`
 */
export function MultiCombobox(props: MultiComboboxProps) {
  const [field, { value, onChange, acceptsTyped, onPasteList, options, placeholder, ...list }] = splitField(props)
  const box = useRef<HTMLDivElement>(null)
  const without = (removed: { value: string }) => value.filter((option) => option.value !== removed.value)
  // A change of the chips doesn't move the focus, so screen readers need a message.
  const change = (next: Option[], message: string) => {
    onChange(next)
    announce(message)
  }
  const combobox = useCombobox(options, value, true, {
    onChoose: (option) => {
      if (value.some((entry) => isSameOption(entry, option))) change(without(option), uiLabels.removed(option.label))
      else change([...value, option], uiLabels.added(option.label))
    },
    onTyped: acceptsTyped ? (text) => change([...without({ value: text }), { value: text, label: text }], uiLabels.added(text)) : undefined,
  })
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const remove = (option: Option) => {
    change(without(option), uiLabels.removed(option.label))
    combobox.input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    const last = value.at(-1)
    if (isComposing(event)) return
    // Holding Backspace deletes the text, but not the options too.
    if (event.key === 'Backspace' && combobox.query === '' && last) {
      if (!event.repeat) remove(last)
    } else if (event.key === 'ArrowLeft' && isAtStart) chips().at(-1)?.focus()
    else combobox.inputProps.onKeyDown(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    const texts = listOf(event.clipboardData.getData('text/plain'))
    if (!onPasteList || texts.length < 2) return
    event.preventDefault()
    onPasteList(texts)
  }
  const onChipKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Backspace' || event.key === 'Delete') remove(value[index]!)
    else if (step !== undefined) (chips()[Math.max(0, index + step)] ?? combobox.input.current)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <Field {...field}>
      {(control) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: pointing beside the input only moves the focus into it
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <div
          ref={box}
          className="control flex min-h-8 cursor-text flex-wrap items-center gap-1 p-1"
          data-bad={control['aria-invalid']}
          onClick={(event) => event.target === event.currentTarget && combobox.input.current?.focus()}
        >
          {value.map((option, index) => (
            <div
              key={option.value}
              className="flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pl-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <span className="min-w-0 wrap-anywhere">{option.label}</span>
              <button
                type="button"
                tabIndex={-1}
                data-chip
                className="grid size-6 shrink-0 place-content-center rounded-sm text-ink-2 hover:text-ink"
                aria-label={uiLabels.remove(option.label)}
                onClick={() => remove(option)}
                onKeyDown={(event) => onChipKey(event, index)}
              >
                <X size={13} aria-hidden />
              </button>
            </div>
          ))}
          <input
            {...combobox.inputProps}
            {...control}
            aria-describedby={
              [value.length > 0 && `${control.id}-chosen`, control['aria-describedby']].filter(Boolean).join(' ') || undefined
            }
            name={field.name}
            value={combobox.query}
            placeholder={value.length === 0 ? placeholder : undefined}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          />
          <span id={`${control.id}-chosen`} hidden>
            {value.map((option) => option.label).join(', ')}
          </span>
          {combobox.open && <ComboboxPopup {...list} combobox={combobox} selected={value} anchor={box} />}
        </div>
      )}
    </Field>
  )
}
