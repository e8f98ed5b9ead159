import { ChevronDown, X } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { type ComboboxProps, type MultiComboboxProps, multiLook, oneLook } from './controlTypes.ts'
import { Field, type FieldControl, splitField } from './Field.tsx'
import { useControl } from './useOnDemand.ts'

/** A choice of one from many, by typing. `<Combobox label="Family" options={searchFamilies} value={family} onChange={setFamily} />` */
export function Combobox(props: ComboboxProps) {
  const [field, { value, onChange, ...shared }] = splitField(props)
  const { complete, start, open, typed, input } = useComboInput(shared.onBlur)
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.ComboboxList {...shared} {...{ value, onChange, control, start, typed }} name={field.name} />
        ) : (
          <div className={oneLook.box} data-bad={control['aria-invalid']}>
            <input
              {...input(control, field.name)}
              ref={shared.ref}
              value={typed || (value?.label ?? '')}
              placeholder={shared.placeholder}
              className={oneLook.input}
            />
            {value && (
              <button type="button" tabIndex={-1} className={oneLook.clear} aria-label="Clear" onClick={() => onChange(null)}>
                <X size={14} aria-hidden />
              </button>
            )}
            <button type="button" tabIndex={-1} className={oneLook.open} aria-label="Show options" onClick={open}>
              <ChevronDown size={16} aria-hidden />
            </button>
          </div>
        )
      }
    </Field>
  )
}

/**
 * A choice of several, shown as chips; Backspace removes the last one. `<MultiCombobox label="Owners" options={searchPeople} value={owners}
 * onChange={setOwners} />`
 */
export function MultiCombobox(props: MultiComboboxProps) {
  const [field, { value, onChange, ...shared }] = splitField(props)
  const { complete, start, typed, input } = useComboInput(shared.onBlur)
  return (
    <Field {...field}>
      {(control) =>
        complete ? (
          <complete.MultiComboboxList {...shared} {...{ value, onChange, control, start, typed }} name={field.name} />
        ) : (
          <div className={multiLook.box} data-bad={control['aria-invalid']}>
            {value.map((option) => (
              <div key={option.value} className={multiLook.chip}>
                {option.label}
                <button
                  type="button"
                  tabIndex={-1}
                  className={multiLook.remove}
                  aria-label={`Remove ${option.label}`}
                  onClick={() => onChange(value.filter((one) => one !== option))}
                >
                  <X size={13} aria-hidden />
                </button>
              </div>
            ))}
            <input
              {...input(control, field.name)}
              ref={shared.ref}
              value={typed}
              placeholder={value.length === 0 ? shared.placeholder : undefined}
              className={multiLook.input}
            />
          </div>
        )
      }
    </Field>
  )
}

/** The plain input that is shown until the list is loaded. What is typed meanwhile is kept. */
function useComboInput(onBlur: (() => void) | undefined) {
  const { complete, start, open, handlers } = useControl()
  const [typed, setTyped] = useState('')
  const input = (control: FieldControl, name: string | undefined) => ({
    ...control,
    ...handlers,
    name,
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-haspopup': 'listbox' as const,
    'aria-expanded': false,
    autoComplete: 'off',
    onBlur: () => {
      handlers.onBlur()
      onBlur?.()
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value)
      open()
    },
  })
  return { complete, start, open, typed, input }
}
