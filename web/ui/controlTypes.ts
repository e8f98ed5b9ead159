import type { ReactNode, Ref } from 'react'
import type { FieldProps } from './Field.tsx'
import type { Source } from './useOptions.ts'

/** The state of the plain control at the time when the complete one replaced it. */
export interface StartRequest {
  open: boolean
  focus: boolean
}

export interface Option {
  value: string
  label: string
  hint?: string
  disabledReason?: string
}

export interface SelectProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

export const selectStyle = 'control flex h-8 cursor-pointer items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-ink-3'

export interface ComboboxShared extends FieldProps {
  /** A list, or a search function, which must be stable (module scope or useCallback). */
  options: Source<Option>
  placeholder?: string
  empty?: string
  /** The default shows the label and the hint. */
  renderOption?: (option: Option) => ReactNode
}

export type ComboboxProps = ComboboxShared & { value: Option | null; onChange: (value: Option | null) => void }
export type MultiComboboxProps = ComboboxShared & {
  value: readonly Option[]
  onChange: (value: Option[]) => void
  /** Leaving the field adds the typed text. */
  acceptsTyped?: boolean
  /** Gets the parts of a pasted list, such as email addresses separated by semicolons. Without it, a list is pasted as one text. */
  onPasteList?: (texts: string[]) => void
}

interface NumericProps extends FieldProps {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  disabled?: boolean
  min?: number
  max?: number
  /** The value that applies while the field is empty, which its placeholder shows. Without it, people can’t clear a field that has a value. */
  defaultValue?: number | undefined
  /** Called with the error while the text isn’t a number that the field can have. The field then shows it while people type. It must be stable. */
  onProblem?: (message: string | undefined) => void
}

export interface NumberFieldProps extends NumericProps {
  step?: number
  /** The text after the number, such as “hours”. */
  suffix?: ReactNode
  format?: Intl.NumberFormatOptions
}

export type MoneyFieldProps = NumericProps & { currency: string }
