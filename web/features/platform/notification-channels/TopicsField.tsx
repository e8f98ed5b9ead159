import { useMemo } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { MultiCombobox } from '../../../ui/Combobox.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'
import type { TopicGroup } from './types.ts'

export function TopicsField({
  groups,
  value,
  onChange,
  error,
}: {
  groups: readonly TopicGroup[]
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
}) {
  const kinds = useMemo(
    () => groups.flatMap((group) => group.kinds.map(({ id, label }) => ({ value: id, label, hint: group.label, group: group.id }))),
    [groups],
  )
  const single = kinds.filter((kind) => value.includes(kind.value))
  const remaining = kinds.filter(({ group }) => !value.includes(group))
  return (
    <FieldGroup label="Topics" name="topics" error={error}>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {groups.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={value.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((each) => each !== id))}
          />
        ))}
      </div>
      <MultiCombobox
        className="mt-4"
        label="More notification types"
        optional
        placeholder="Type a word"
        empty="No matching types, or the topic is already selected."
        options={remaining}
        value={single}
        onChange={(next) =>
          onChange([...value.filter((id) => !kinds.some((kind) => kind.value === id)), ...next.map((each) => each.value)])
        }
      />
    </FieldGroup>
  )
}
