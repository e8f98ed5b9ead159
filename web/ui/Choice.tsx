import { CircleAlert } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import type { FieldProps } from './Field.tsx'
import type { Icon } from './icon.ts'

type Native = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className'>

function Row({
  kind,
  label,
  hint,
  error,
  name,
  ...input
}: Native & { kind: 'tick' | 'switch'; label: ReactNode; hint?: ReactNode; error?: string | undefined }) {
  const id = useId()
  return (
    <div data-field={name}>
      <div className="flex gap-2">
        <input
          {...input}
          id={id}
          name={name}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={cx(kind, 'mt-0.5')}
          aria-describedby={cx(hint ? `${id}-hint` : undefined, error && `${id}-error`) || undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id} className="min-w-0 cursor-pointer">
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-ink-2">
              {hint}
            </span>
          )}
        </label>
      </div>
      {error && <Wrong id={`${id}-error`}>{error}</Wrong>}
    </div>
  )
}

function Wrong({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1 flex gap-1.5 text-sm text-bad">
      <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}

export type CheckboxProps = Native & { label: ReactNode; hint?: ReactNode; error?: string | undefined }

/** Yes or no, taken when the form is sent. Spreads `register`. `<Checkbox label="I have read it" {...register('read')} />` */
export function Checkbox(props: CheckboxProps) {
  return <Row kind="tick" {...props} />
}

/** On or off, taken at once. `<Switch label="Notify me" checked={on} onChange={…} />` */
export function Switch(props: CheckboxProps) {
  return <Row kind="switch" {...props} />
}

export interface Card {
  value: string
  label: string
  hint?: ReactNode
  icon?: Icon
  disabledReason?: string
}

export interface RadioCardsProps extends FieldProps {
  options: readonly Card[]
  value: string | null
  onChange: (value: string) => void
  columns?: 1 | 2 | 3 | 4
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' }

/** One of two to six things that need a word of explanation each. Native radios: arrows move, one tab stop. */
export function RadioCards({
  label,
  hint,
  error,
  optional,
  hideLabel,
  name,
  className,
  options,
  value,
  onChange,
  columns = 2,
}: RadioCardsProps) {
  const id = useId()
  const group = name ?? id
  return (
    <fieldset
      className={className}
      data-field={name}
      aria-describedby={cx(hint ? `${id}-hint` : undefined, error && `${id}-error`) || undefined}
    >
      <legend className={cx('mb-1 font-medium', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="-mt-0.5 mb-1.5 text-sm text-ink-2">
          {hint}
        </p>
      )}
      <div className={cx('grid gap-2', grids[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex gap-2.5 rounded-md border border-line-strong bg-surface p-3 transition-colors duration-(--quick) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-checked:border-accent has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--accent)]',
              option.disabledReason === undefined
                ? 'cursor-pointer hover:border-ink-2'
                : 'cursor-not-allowed border-line bg-sunken text-ink-2',
            )}
          >
            <input
              type="radio"
              className="tick mt-0.5 outline-none!"
              name={group}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabledReason !== undefined}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{option.label}</span>
              {(option.disabledReason ?? option.hint) && (
                <span className="block text-sm text-ink-2">{option.disabledReason ?? option.hint}</span>
              )}
            </span>
            {option.icon && <option.icon size={18} aria-hidden className="shrink-0 text-ink-3" />}
          </label>
        ))}
      </div>
      {error && <Wrong id={`${id}-error`}>{error}</Wrong>}
    </fieldset>
  )
}
