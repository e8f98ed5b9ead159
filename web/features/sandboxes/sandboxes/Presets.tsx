import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

export function Presets({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: number; label: ReactNode }[]
  value: number | null
  onChange: (value: number) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a second field
    <div role="group" aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'h-7 rounded-md border px-2 text-sm tabular-nums transition-colors duration-(--quick)',
            option.value === value
              ? 'border-accent bg-selected font-medium text-accent'
              : 'border-line-mid bg-surface text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
