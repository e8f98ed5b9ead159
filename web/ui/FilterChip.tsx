import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { cx } from './cx.ts'
import type { describeToken } from './filterText.ts'
import { uiLabels } from './labels.ts'

interface FilterChipProps {
  parts?: ReturnType<typeof describeToken>
  text?: string
  editing?: boolean
  onEdit: () => void
  onRemove: () => void
  onKey: (event: KeyboardEvent<HTMLElement>) => void
}

export function FilterChip({ parts, text, editing, onEdit, onRemove, onKey }: FilterChipProps) {
  const description = parts
    ? [parts.field.label, parts.operator.label, parts.values.join(', ')].filter(Boolean).join(' ')
    : text
      ? `“${text}”`
      : 'Unknown filter'
  return (
    <span className={cx('flex h-6 max-w-full items-center rounded-sm border border-line bg-sunken text-sm', editing && 'opacity-45')}>
      <button
        type="button"
        data-chip
        className="min-w-0 truncate rounded-sm pl-1.5 hover:text-accent focus-visible:outline-2!"
        aria-label={uiLabels.editCondition(description)}
        onClick={onEdit}
        onKeyDown={onKey}
      >
        {parts ? (
          <>
            <span className="text-ink-2">{parts.field.label}</span> <span className="text-ink-3">{parts.operator.label}</span>{' '}
            <span className="font-medium">{parts.values.join(', ')}</span>
          </>
        ) : (
          description
        )}
      </button>
      <button
        type="button"
        className="grid h-6 w-5 place-content-center rounded-sm text-ink-3 hover:text-ink focus-visible:outline-2!"
        aria-label={`Remove: ${description}`}
        onClick={onRemove}
      >
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}
