import { Select } from '../ui/Select.tsx'

const everything = 'all'
const another = 'other'

/** The most used filters of a list, by name. Any other filter appears as "Other filter". */
export function FilterPreset({
  label,
  presets,
  filter,
  onChange,
  className = 'w-44',
}: {
  label: string
  /** A preset without a filter shows all rows. */
  presets: readonly { label: string; filter?: string | undefined }[]
  filter: string | undefined
  onChange: (filter: string | undefined) => void
  className?: string
}) {
  const known = presets.some((preset) => preset.filter === filter)
  return (
    <Select
      label={label}
      hideLabel
      className={className}
      options={[
        ...presets.map((preset) => ({ value: preset.filter ?? everything, label: preset.label })),
        ...(known ? [] : [{ value: another, label: 'Other filter' }]),
      ]}
      value={known ? (filter ?? everything) : another}
      onChange={(next) => next !== another && onChange(next === everything ? undefined : next)}
    />
  )
}
