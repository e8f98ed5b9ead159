import { Check } from 'lucide-react'
import { cx } from './cx.ts'
import { uiLabels } from './labels.ts'
import type { FilterChoice } from './useFilterChoices.ts'
import type { ListKeys } from './useListKeys.ts'

interface FilterListProps {
  keys: ListKeys
  choices: readonly FilterChoice[]
  status: 'ready' | 'loading' | 'failed'
  chosen: readonly string[]
  hint: string
  onChoose: (index: number) => void
}

/** The list below a PropertyFilter. A click doesn't move the focus out of the input. */
export function FilterList({ keys, choices, status, chosen, hint, onChoose }: FilterListProps) {
  const summary =
    status === 'loading' && choices.length === 0
      ? 'Searching…'
      : status === 'failed'
        ? 'Couldn’t load the values. Type a value.'
        : choices.length === 0
          ? hint
          : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the input, nothing more
    <div
      className="popup absolute top-full left-0 z-30 mt-1 max-h-80 w-full max-w-md overflow-y-auto p-1"
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="listbox" id={keys.listId} aria-label="Suggestions">
        {choices.map((choice, index) => (
          <div key={`${choice.kind} ${choice.label}`} role="presentation">
            {choice.group !== choices[index - 1]?.group && (
              <div role="presentation" className="px-2 pt-1.5 pb-1 text-xs font-semibold text-ink-2">
                {choice.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's */}
            <div
              role="option"
              tabIndex={-1}
              id={keys.optionId(index)}
              aria-selected={index === keys.active}
              data-active={index === keys.active}
              className={cx('option', choice.kind === 'token' && 'font-medium text-accent')}
              onMouseMove={() => keys.setActive(index)}
              onClick={() => onChoose(index)}
            >
              <span className="min-w-0 flex-1 truncate">{choice.label}</span>
              {choice.hint && <span className="text-xs text-ink-2">{choice.hint}</span>}
              {choice.kind === 'value' && chosen.includes(choice.value) && (
                <>
                  <Check size={16} aria-hidden className="text-accent" />
                  <span className="sr-only">chosen</span>
                </>
              )}
            </div>
          </div>
        ))}
      </div>
      <p role="status" className={cx('px-2 py-1.5 text-sm text-ink-2', !summary && 'sr-only')}>
        {summary ?? uiLabels.optionCount(choices.length)}
      </p>
    </div>
  )
}
