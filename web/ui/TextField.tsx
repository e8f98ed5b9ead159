import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, splitField } from './Field.tsx'
import { formatFieldDate, formatNumber } from './format.ts'

type NativeProps<T extends 'input' | 'textarea'> = Omit<ComponentPropsWithRef<T>, keyof FieldProps | 'prefix'>

export type TextFieldProps = FieldProps & NativeProps<'input'> & { prefix?: ReactNode; suffix?: ReactNode; mono?: boolean }

const dateTypes = ['date', 'datetime-local']

/**
 * For a line of text, dates (`type="date"`), times and email addresses. Browsers show dates in their own order of day and month, so the
 * chosen date is also written below in words. `<TextField label="Name" name="name" value={name} onChange={change} error={form.errorOf('name')} />`
 */
export function TextField(props: TextFieldProps) {
  const [field, { prefix, suffix, mono, ...input }] = splitField(props)
  const dateId = useId()
  const date =
    dateTypes.includes(input.type ?? '') && typeof input.value === 'string' && input.value ? formatFieldDate(input.value) : undefined
  return (
    <Field {...field}>
      {(control) => (
        <>
          <div className="control flex h-8 items-center" data-bad={control['aria-invalid']} data-locked={input.readOnly || input.disabled}>
            {prefix && <span className="pl-2.5 text-ink-2">{prefix}</span>}
            <input
              autoComplete="off"
              {...input}
              {...control}
              name={field.name}
              aria-describedby={cx(control['aria-describedby'], date && dateId) || undefined}
              className={cx('h-full w-full min-w-0 rounded-md bg-transparent px-2.5 outline-none', mono && 'font-mono text-sm')}
            />
            {suffix && <span className="pr-2.5 text-ink-2">{suffix}</span>}
          </div>
          {date && (
            <p id={dateId} className="mt-1 text-sm text-ink-2">
              {date}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps & NativeProps<'textarea'>

/**
 * Counts the remaining characters if there is a `maxLength`, instead of cutting the text. `<TextArea label="Justification" hint="10 to 1000
 * characters" maxLength={1000} {...register('justification')} />`
 */
export function TextArea(props: TextAreaProps) {
  const [field, { maxLength, onChange, rows = 3, ...area }] = splitField(props)
  const counter = useId()
  const [typedLength, setTypedLength] = useState<number>()
  const length = typeof area.value === 'string' ? area.value.length : (typedLength ?? String(area.defaultValue ?? '').length)
  const isOver = maxLength !== undefined && length > maxLength
  return (
    <Field {...field}>
      {(control) => (
        <>
          <textarea
            {...area}
            {...control}
            name={field.name}
            rows={rows}
            aria-invalid={control['aria-invalid'] || isOver || undefined}
            aria-describedby={cx(control['aria-describedby'], maxLength !== undefined && counter) || undefined}
            onChange={(event) => {
              setTypedLength(event.target.value.length)
              onChange?.(event)
            }}
            className="control field-sizing-content min-h-18 resize-y px-2.5 py-1.5"
          />
          {maxLength !== undefined && (
            <p id={counter} className={cx('mt-0.5 text-right text-xs tabular-nums', isOver ? 'text-bad' : 'text-ink-3')}>
              {isOver ? `${formatNumber(length - maxLength)} too many` : `${formatNumber(length)} of ${formatNumber(maxLength)}`}
            </p>
          )}
        </>
      )}
    </Field>
  )
}
