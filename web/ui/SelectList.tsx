import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type SelectProps, type StartRequest, selectStyle } from './controlTypes.ts'
import type { FieldControl, FieldProps } from './Field.tsx'
import { useInitialFocus } from './useInitialFocus.ts'

export function SelectList({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  disabled,
  ref,
  name,
  control,
  start,
}: Omit<SelectProps, keyof FieldProps> & { name: string | undefined; control: FieldControl; start: StartRequest }) {
  return (
    <Base.Root
      items={options}
      name={name}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      defaultOpen={start.open}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger {...control} ref={useInitialFocus(start, ref)} onBlur={onBlur} className={selectStyle}>
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
  )
}
