import { Select } from '../ui/Select.tsx'

const allValue = 'all'
const otherValue = 'other'

/** Offers the most used filters of a list by name. Any other filter appears as "Other filter". */
export function FilterPreset({
  label,
  presets,
  filter,
  onChange,
  className = 'w-44',
}: {
  label: string
  presets: readonly { label: string; filter?: string | undefined }[]
  filter: string | undefined
  onChange: (filter: string | undefined) => void
  className?: string
}) {
  const isKnown = presets.some((preset) => preset.filter === filter)
  return (
    <Select
      label={label}
      hideLabel
      className={className}
      options={[
        ...presets.map((preset) => ({ value: preset.filter ?? allValue, label: preset.label })),
        ...(isKnown ? [] : [{ value: otherValue, label: 'Other filter' }]),
      ]}
      value={isKnown ? (filter ?? allValue) : otherValue}
      onChange={(next) => next !== otherValue && onChange(next === allValue ? undefined : next)}
    />
  )
}
