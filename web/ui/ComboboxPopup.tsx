import { Check } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ComboboxShared, Option } from './controlTypes.ts'
import { announceLater } from './LiveRegion.tsx'
import { uiLabels } from './labels.ts'
import { placeBelow } from './placeBelow.ts'
import { type ComboboxState, isSameOption } from './useCombobox.ts'

interface ComboboxPopupProps extends Pick<ComboboxShared, 'empty' | 'renderOption'> {
  combobox: ComboboxState
  selected: readonly Option[]
  anchor: RefObject<HTMLDivElement | null>
}

/** Screen readers get the result when a person stops typing, in milliseconds. */
const announceDelayMs = 500

/** The list of a combobox. It is in the top layer, so that a dialog doesn't cut it off. The focus stays in the input. */
export function ComboboxPopup({ combobox, selected, anchor, empty = 'No matches.', renderOption }: ComboboxPopupProps) {
  const { options, status, query, keys, choose, leave } = combobox
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => popup.current?.showPopover(), [])
  useLayoutEffect(() => {
    if (popup.current && anchor.current) placeBelow(popup.current, anchor.current)
  })
  const latestLeave = useRef(leave)
  latestLeave.current = leave
  useEffect(() => {
    const place = () => popup.current && anchor.current && placeBelow(popup.current, anchor.current)
    // A touch beside the field doesn't take its focus.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!anchor.current?.contains(target as Node) && !popup.current?.contains(target as Node)) latestLeave.current()
    }
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    visualViewport?.addEventListener('resize', place)
    visualViewport?.addEventListener('scroll', place)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
      visualViewport?.removeEventListener('resize', place)
      visualViewport?.removeEventListener('scroll', place)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [anchor])
  const isWaiting = status === 'loading'
  const message =
    status === 'failed'
      ? 'Couldn’t load the list. Type again to retry.'
      : isWaiting
        ? 'Searching…'
        : options.length > 0
          ? undefined
          : query === ''
            ? 'Type to search.'
            : empty
  useEffect(() => announceLater(message ?? uiLabels.optionCount(options.length), announceDelayMs), [message, options.length])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the input, nothing more
    <div
      ref={popup}
      popover="manual"
      className="popup fixed inset-auto m-0 overflow-y-auto p-1 text-ink starting:scale-98 starting:opacity-0"
      onMouseDown={(event) => event.preventDefault()}
    >
      {message && <p className="px-2 py-1.5 text-sm text-ink-2">{message}</p>}
      <div role="listbox" id={keys.listId} aria-label={uiLabels.options} aria-multiselectable={combobox.isMultiple || undefined}>
        {options.map((option, index) => {
          const isSelected = selected.some((entry) => isSameOption(option, entry))
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
            <div
              key={option.value}
              role="option"
              tabIndex={-1}
              id={keys.optionId(index)}
              aria-selected={isSelected}
              aria-disabled={option.disabledReason !== undefined || undefined}
              data-active={index === keys.active}
              className="option"
              onMouseMove={() => keys.setActive(index)}
              onClick={() => choose(index)}
            >
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
              {isSelected && <Check size={16} aria-hidden className="text-accent" />}
            </div>
          )
        })}
      </div>
    </div>
  )
}
