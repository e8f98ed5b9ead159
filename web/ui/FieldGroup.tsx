import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldErrorText, type FieldProps } from './Field.tsx'

/**
 * Several controls for one question, such as checkboxes, rows or cards. `<FieldGroup label="Regions" name="regions"
 * error={error}>…</FieldGroup>`
 */
export function FieldGroup({ children, ...field }: Omit<FieldProps, 'state'> & { children: ReactNode }) {
  const fieldId = useId()
  const id = field.id ?? fieldId
  const describedBy = cx(field.hint ? `${id}-hint` : undefined, field.error && `${id}-error`)
  return (
    <fieldset
      className={cx('min-w-0', field.className)}
      data-field={field.name}
      data-wrong={field.error ? true : undefined}
      aria-describedby={describedBy || undefined}
    >
      <legend className={cx('mb-1 font-medium', field.hideLabel && 'sr-only')}>
        {field.label}
        {field.optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </legend>
      {field.hint && (
        <p id={`${id}-hint`} className="-mt-0.5 mb-1.5 max-w-prose text-sm text-ink-2">
          {field.hint}
        </p>
      )}
      {children}
      {field.error && <FieldErrorText id={`${id}-error`}>{field.error}</FieldErrorText>}
    </fieldset>
  )
}
