import { ChevronDown } from 'lucide-react'
import { type Option, type SelectProps, selectStyle } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { useControl } from './useOverlayModule.ts'

export type { Option, SelectProps }

/** For up to about fifteen options; use Combobox for more. `<Select label="Tower" options={towers} value={id} onChange={setId} />` */
export function Select(props: SelectProps) {
  const [field, { placeholder = 'Choose', ...remaining }] = splitField(props)
  const { complete, start, handlers } = useControl()
  const selected = remaining.options.find(({ value }) => value === remaining.value)
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.SelectList {...remaining} placeholder={placeholder} name={field.name} control={control} start={start} />
        ) : (
          <button
            {...control}
            {...handlers}
            ref={remaining.ref}
            type="button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={false}
            disabled={remaining.disabled}
            data-placeholder={selected ? undefined : ''}
            data-disabled={remaining.disabled ? '' : undefined}
            onBlur={() => {
              handlers.onBlur()
              remaining.onBlur?.()
            }}
            className={selectStyle}
          >
            <span className="truncate">{selected?.label ?? placeholder}</span>
            <ChevronDown size={16} aria-hidden className="text-ink-2" />
          </button>
        )
      }
    </Field>
  )
}
