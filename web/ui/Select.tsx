import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Field, type FieldProps, splitField } from './Field.tsx'

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

/**
 * A choice of one from up to about fifteen; use Combobox for more. `<Select label="Tower" options={towers} value={id} onChange={setId} />`
 */
export function Select(props: SelectProps) {
  const [field, { options, value, onChange, onBlur, placeholder = 'Choose', disabled, ref }] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          items={options}
          name={field.name}
          value={value}
          onValueChange={(next) => next !== null && onChange(next)}
          disabled={disabled}
          modal={false}
        >
          <Base.Trigger
            {...control}
            ref={ref}
            onBlur={onBlur}
            className="control flex h-8 cursor-pointer items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-ink-3"
          >
            <Base.Value placeholder={placeholder} className="truncate" />
            <Base.Icon>
              <ChevronDown size={16} aria-hidden className="text-ink-2" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner alignItemWithTrigger={false} sideOffset={4} collisionPadding={8} className="z-50">
              <Base.Popup className="popup max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} disabled={option.disabledReason !== undefined} className="option">
                    <span className="min-w-0 flex-1">
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {(option.disabledReason ?? option.hint) && (
                        <span className="block text-xs text-ink-2">{option.disabledReason ?? option.hint}</span>
                      )}
                    </span>
                    <Base.ItemIndicator>
                      <Check size={16} aria-hidden className="text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
