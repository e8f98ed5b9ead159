import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { TextField } from '../ui/TextField.tsx'
import { tagLabels } from './formLabels.ts'

export interface TagRow {
  name: string
  value: string
}

export function TagsField({
  value,
  onChange,
  error,
  hint,
  optional = true,
}: {
  value: TagRow[]
  onChange: (rows: TagRow[]) => void
  error?: string | undefined
  hint?: string | undefined
  optional?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const add = () => {
    onChange([...value, { name: '', value: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const set = (index: number, change: Partial<TagRow>) =>
    onChange(value.map((row, position) => (position === index ? { ...row, ...change } : row)))
  return (
    <FieldGroup label="Tags" hint={hint} name="tags" error={error} optional={optional}>
      {value.length > 0 && (
        <ul ref={list} className="space-y-2">
          {value.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <li key={index} className="flex items-start gap-2">
              <TextField
                label={tagLabels.name(index + 1)}
                hideLabel
                placeholder="Name"
                className="flex-1"
                spellCheck={false}
                value={row.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
              <TextField
                label={tagLabels.value(index + 1)}
                hideLabel
                placeholder="Value"
                className="flex-1"
                spellCheck={false}
                value={row.value}
                onChange={(event) => set(index, { value: event.target.value })}
              />
              <IconButton
                icon={X}
                label={`Remove tag ${row.name || index + 1}`}
                onClick={() => onChange(value.filter((_, position) => position !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" variant="quiet" icon={Plus} className="mt-1.5 -ml-2" onClick={add}>
        {tagLabels.add}
      </Button>
    </FieldGroup>
  )
}
