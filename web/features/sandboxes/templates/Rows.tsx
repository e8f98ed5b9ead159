import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/FieldGroup.tsx'

interface RowsProps<T> {
  legend: string
  hint?: ReactNode
  name: string
  error: string | undefined
  rows: readonly T[]
  least: number
  max: number
  what: string
  children: (row: T, set: (change: Partial<T>) => void, index: number) => ReactNode
  another: () => T
  onChange: (rows: T[]) => void
}

export function Rows<T>({ legend, hint, name, error, rows, least, max, what, children, another, onChange }: RowsProps<T>) {
  return (
    <FieldGroup label={legend} hint={hint} name={name} error={error}>
      <ul className="space-y-2">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <li key={index} className="flex flex-wrap items-end gap-2 rounded-md border border-line bg-sunken p-2.5">
            {children(row, (change) => onChange(rows.map((item, position) => (position === index ? { ...item, ...change } : item))), index)}
            <IconButton
              icon={X}
              label={`Remove ${what} ${index + 1}`}
              disabledReason={rows.length <= least ? `At least one ${what} is required.` : undefined}
              onClick={() => onChange(rows.filter((_, position) => position !== index))}
            />
          </li>
        ))}
      </ul>
      {rows.length < max && (
        <Button size="sm" variant="quiet" icon={Plus} className="mt-1.5 -ml-2" onClick={() => onChange([...rows, another()])}>
          Add {what}
        </Button>
      )}
    </FieldGroup>
  )
}
