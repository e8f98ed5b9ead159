import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldErrorText, type FieldProps, splitField } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import type { Icon } from './icon.ts'

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'className'>

function Row({
  kind,
  label,
  hint,
  error,
  name,
  ...input
}: InputProps & { kind: 'tick' | 'switch'; label: ReactNode; hint?: ReactNode; error?: string | undefined }) {
  const id = useId()
  return (
    <div data-field={name} data-wrong={error ? true : undefined}>
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
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </div>
  )
}

type CheckboxProps = InputProps & { label: ReactNode; hint?: ReactNode; error?: string | undefined }

/** The choice applies when the form is sent. `<Checkbox label="I have read it" {...register('read')} />` */
export function Checkbox(props: CheckboxProps) {
  return <Row kind="tick" {...props} />
}

/** The choice applies immediately. `<Switch label="Notify me" checked={on} onChange={…} />` */
export function Switch(props: CheckboxProps) {
  return <Row kind="switch" {...props} />
}

interface Card {
  value: string
  label: string
  hint?: ReactNode
  icon?: Icon
  disabledReason?: string
}

interface RadioCardsProps extends FieldProps {
  options: readonly Card[]
  value: string | null
  onChange: (value: string) => void
  columns?: 1 | 2 | 3 | 4
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' }

/** For two to six options, each with a description. The native radio buttons are a single tab stop with arrow keys. */
export function RadioCards(props: RadioCardsProps) {
  const [field, { options, value, onChange, columns = 2 }] = splitField(props)
  const id = useId()
  const group = field.name ?? id
  return (
    <FieldGroup {...field}>
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
    </FieldGroup>
  )
}
