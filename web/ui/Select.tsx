import { ChevronDown } from 'lucide-react'
import { type Option, type SelectProps, selectLook } from './controlTypes.ts'
import { Field, splitField } from './Field.tsx'
import { useControl } from './useOnDemand.ts'

export type { Option, SelectProps }

/**
 * A choice of one from up to about fifteen; use Combobox for more. `<Select label="Tower" options={towers} value={id} onChange={setId} />`
 */
export function Select(props: SelectProps) {
  const [field, { placeholder = 'Choose', ...rest }] = splitField(props)
  const { complete, start, handlers } = useControl()
  const chosen = rest.options.find(({ value }) => value === rest.value)
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.SelectList {...rest} placeholder={placeholder} name={field.name} control={control} start={start} />
        ) : (
          <button
            {...control}
            {...handlers}
            ref={rest.ref}
            type="button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={false}
            disabled={rest.disabled}
            data-placeholder={chosen ? undefined : ''}
            data-disabled={rest.disabled ? '' : undefined}
            onBlur={() => {
              handlers.onBlur()
              rest.onBlur?.()
            }}
            className={selectLook}
          >
            <span className="truncate">{chosen?.label ?? placeholder}</span>
            <ChevronDown size={16} aria-hidden className="text-ink-2" />
          </button>
        )
      }
    </Field>
  )
}
