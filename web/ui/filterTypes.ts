import type { Option } from './Select.tsx'
import type { Source } from './useOptions.ts'

export interface FilterOperator {
  /** The API’s operator, such as `==` or `=in=`. */
  id: string
  /** The label, such as “is” or “is at least”. */
  label: string
  /** The operator that people type, such as `=` or `>=`. */
  symbol?: string
  /** The number of values (default `one`). */
  valueCount?: 'none' | 'one' | 'many'
}

export interface FilterField {
  id: string
  label: string
  type: 'text' | 'number' | 'date' | 'choice'
  operators: readonly FilterOperator[]
  /** The suggested values; a `choice` accepts no others. A function must be stable. */
  values?: Source<Option>
  /** Returns the label of a value from the URL, which the list might not contain. */
  valueLabel?: (value: string) => string | undefined
}

export interface FilterToken {
  field: string
  operator: string
  values: string[]
}

export interface FilterValue {
  join: 'and' | 'or'
  tokens: FilterToken[]
  text: string
}

export const noFilter: FilterValue = { join: 'and', tokens: [], text: '' }

/** The complete parts of a condition that is being written. `place` is the position of a condition that is being edited. */
export interface FilterDraft {
  field?: string
  operator?: string
  values: string[]
  place?: number
}
