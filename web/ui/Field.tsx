import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** The result of a live check, such as “This name is free”. */
export interface FieldState {
  status: 'checking' | 'ok' | 'bad'
  text: string
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  state?: FieldState | undefined
  /** Fields are required by default. */
  optional?: boolean
  hideLabel?: boolean
  /** `ErrorSummary` finds the field by its name. */
  name?: string | undefined
  id?: string | undefined
  className?: string | undefined
}

export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export function FieldErrorText({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1 flex gap-1.5 text-sm text-bad">
      <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}

export function splitField<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { label, hint, error, state, optional, hideLabel, name, id, className, ...remaining } = props
  return [{ label, hint, error, state, optional, hideLabel, name, id, className }, remaining]
}

const states = {
  checking: { Icon: LoaderCircle, tone: 'text-ink-2', spin: true },
  ok: { Icon: Check, tone: 'text-ok', spin: false },
  bad: { Icon: CircleAlert, tone: 'text-bad', spin: false },
}

/**
 * Connects label, hint, control, error and live check for assistive technology. Prefer TextField and the other fields. This component is
 * for custom controls: `<Field label="Owners">{(control) => <Mine {...control} />}</Field>`
 */
export function Field({ children, aside, ...field }: FieldProps & { children: (control: FieldControl) => ReactNode; aside?: ReactNode }) {
  const fieldId = useId()
  const id = field.id ?? fieldId
  const visibleState = field.error ? undefined : field.state
  const describedBy = [field.hint && `${id}-hint`, field.error && `${id}-error`, visibleState && `${id}-state`].filter(Boolean).join(' ')
  const State = visibleState && states[visibleState.status]
  return (
    <div
      className={cx('min-w-0', field.className)}
      data-field={field.name}
      data-wrong={field.error || visibleState?.status === 'bad' ? true : undefined}
    >
      <div className={cx('mb-1 flex items-baseline justify-between gap-2', field.hideLabel && 'sr-only')}>
        <label htmlFor={id} className="font-medium">
          {field.label}
          {field.optional && <span className="font-normal text-ink-3"> (optional)</span>}
        </label>
        {aside}
      </div>
      {field.hint && (
        <p id={`${id}-hint`} className="-mt-0.5 mb-1.5 max-w-prose text-sm text-ink-2">
          {field.hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': field.error || visibleState?.status === 'bad' ? true : undefined,
        'aria-required': field.optional ? undefined : true,
      })}
      {field.error && <FieldErrorText id={`${id}-error`}>{field.error}</FieldErrorText>}
      <div aria-live="polite">
        {visibleState && State && (
          <p id={`${id}-state`} className={cx('mt-1 flex gap-1.5 text-sm', State.tone)}>
            <State.Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', State.spin && 'spin')} />
            {visibleState.text}
          </p>
        )}
      </div>
    </div>
  )
}
