import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import type { FieldProps } from './Field.tsx'
import type { Source } from './useOptions.ts'

/** How people used the plain control before the complete one replaced it. */
export interface Start {
  open: boolean
  focus: boolean
}

export interface Option {
  value: string
  label: string
  hint?: string
  /** The reason why it can’t be chosen, shown below it. */
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

export const selectLook = 'control flex h-8 cursor-pointer items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-ink-3'

export interface ComboboxShared extends FieldProps {
  /** A list, or a function that searches for the typed text. Keep it stable (module scope or useCallback). */
  options: Source<Option>
  placeholder?: string
  /** Shown if nothing matches. */
  empty?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  /** How an option looks in the list; by default its label and hint. */
  renderOption?: (option: Option) => ReactNode
}

export type ComboboxProps = ComboboxShared & { value: Option | null; onChange: (value: Option | null) => void }
export type MultiComboboxProps = ComboboxShared & { value: readonly Option[]; onChange: (value: Option[]) => void }

export const oneLook = {
  box: 'control flex h-8 items-center',
  input: 'h-full w-full min-w-0 bg-transparent px-2.5 outline-none',
  clear: 'grid size-6 place-content-center rounded-sm text-ink-2 hover:bg-hover',
  open: 'grid size-7 place-content-center text-ink-2',
}
export const multiLook = {
  box: 'control flex min-h-8 flex-wrap items-center gap-1 p-1',
  chip: 'flex h-6 items-center gap-1 rounded-sm bg-accent-soft pl-2 text-sm outline-none data-highlighted:outline-2 data-highlighted:outline-accent',
  remove: 'grid size-6 place-content-center rounded-sm text-ink-2 hover:text-ink',
  input: 'h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none',
}

export interface Numeric extends FieldProps {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

export interface NumberFieldProps extends Numeric {
  min?: number
  max?: number
  step?: number
  /** Shown after the number, such as “hours”. */
  suffix?: ReactNode
  format?: Intl.NumberFormatOptions
}

export type MoneyFieldProps = Numeric & { currency: string }

const stepper = 'grid h-full w-7 shrink-0 place-content-center text-ink-2 hover:bg-hover hover:text-ink data-disabled:opacity-40'
export const numberLook = {
  box: 'control flex h-8 items-center overflow-hidden',
  input: 'h-full w-full min-w-0 bg-transparent px-2.5 tabular-nums outline-none',
  suffix: 'pr-2 whitespace-nowrap text-ink-2',
  decrease: cx(stepper, 'border-l border-line'),
  increase: stepper,
  moneyBox: 'control flex h-8 items-center',
  moneyInput: 'h-full w-full min-w-0 rounded-md bg-transparent px-2.5 text-right tabular-nums outline-none',
  currency: 'border-l border-line px-2.5 text-sm text-ink-2',
}
