import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Field, type FieldProps, splitField } from './Field.tsx'
import { useControl } from './useOnDemand.ts'

export interface Option {
  value: string
  label: string
  hint?: string
  /** The reason why it can’t be chosen, shown below it. */
  disabledReason?: string
}

export interface SelectProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

export const selectLook = 'control flex h-8 cursor-pointer items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-ink-3'

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
